"""Files that configure an editor: `compare_config` (a text) and `check_json_keybindings` (VS Code's keys)."""

from typing import Any

from scalecua.tasks.metrics import jsonc
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, wanted
from scalecua.tasks.metrics.unreadable import Unreadable, agents
from scalecua.tasks.metrics.values import equal

_MISSING = object()


def compare_config(result: Any, rules: dict[str, Any], *, containment_ok: bool = False) -> float:
    """1 where the file is the text `rules["expected"]`, or the same JSON object or list.

    With `containment_ok` it may hold more: other keys at any depth of an object, other text around a text.
    """
    expected = wanted(known(rules, ("expected",))["expected"])
    text = found(result)
    try:
        document = jsonc.loads(expected)
    except ValueError:
        document = None
    if not isinstance(document, dict | list):
        return float(expected.strip() in text if containment_ok else expected == text)
    with agents("JSON"):
        value = jsonc.loads(text)
    return float(_holds(value, document) if containment_ok else equal(value, document))


def check_json_keybindings(result: Any, rules: dict[str, Any]) -> float:
    """1 where the file, a list, has an entry equal to the object `rules["expected"]`."""
    expected = known(rules, ("expected",))["expected"]
    if not isinstance(expected, dict):
        raise ValueError(f"expected is {expected!r}, not an object")
    with agents("JSON"):
        entries = jsonc.loads(found(result))
    if not isinstance(entries, list):
        raise Unreadable(f"the result is {type(entries).__name__}, not a list of keys")
    return float(any(equal(entry, expected) for entry in entries))


def _holds(value: Any, wanted: Any) -> bool:
    if isinstance(value, dict) and isinstance(wanted, dict):
        return all(_holds(value.get(key, _MISSING), wanted[key]) for key in wanted)
    return equal(value, wanted)
