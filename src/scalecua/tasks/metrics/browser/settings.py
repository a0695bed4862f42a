"""`check_font_size`, `check_enabled_experiments`, `is_expected_installed_extensions`."""

from collections import Counter
from typing import Any

from scalecua.tasks.metrics.rules import kind, known
from scalecua.tasks.metrics.text import strings
from scalecua.tasks.metrics.unreadable import Unreadable

# The store gives an extension a new name now and then.
RENAMED = {"Zoom Chrome Extension": "Zoom for Google Chrome"}


def check_font_size(result: Any, rules: dict[str, Any]) -> float:
    """1 where `default_font_size` of the result is `rules["value"]`, or between `min` and `max`.

    The bounds of a range are outside it: a task gives as `min` the size that has not been changed.
    """
    wanted = kind(rules, {"value": ("value",), "range": ("min", "max")})
    size = result.get("default_font_size") if isinstance(result, dict) else None
    if isinstance(size, bool) or not isinstance(size, int | float):
        raise Unreadable(f"the result is {result!r:.200}, without a number as default_font_size")
    return float(size == rules["value"] if wanted == "value" else rules["min"] < size < rules["max"])


def check_enabled_experiments(result: Any, rules: dict[str, Any]) -> float:
    """1 where the enabled experiments are exactly `rules["names"]`, in any order.

    An experiment is `name` or `name@choice`; the choice is no matter.
    """
    kind(rules, {"names": ("names",)})
    return float(Counter(name.split("@")[0] for name in _names(result)) == Counter(strings(rules, "names")))


def is_expected_installed_extensions(result: Any, rules: dict[str, Any]) -> float:
    """1 where every one of `rules["expected"]` is among the names of the installed extensions.

    Others may be installed too: a browser brings some along.
    """
    expected = strings(known(rules, ("expected",)), "expected")
    installed = {RENAMED.get(name, name) for name in _names(result)}
    return float(all(RENAMED.get(name, name) in installed for name in expected))


def _names(result: Any) -> list[str]:
    if not isinstance(result, list) or not all(isinstance(name, str) for name in result):
        raise Unreadable(f"the result is {result!r:.200}, not a list of names")
    return result
