"""Which pages the browser has open: `is_expected_active_tab` (and its approximation), `is_expected_tabs`."""

from collections import Counter
from typing import Any

from scalecua.tasks.metrics.browser.address import address, visited
from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import strings
from scalecua.tasks.metrics.unreadable import Unreadable


def is_expected_active_tab(result: Any, rules: dict[str, Any]) -> float:
    """1 where the active tab (its URL, or an object with `url`) shows the page at `rules["url"]`.

    Path, query, fragment, scheme and site must agree; `address` says what makes no difference.
    """
    kind(rules, {"url": ("url",)})
    return float(address(rules["url"]) == visited(result))


def is_expected_active_tab_approximate(result: Any, rules: dict[str, Any]) -> float:
    """`is_expected_active_tab`, the query of both sides left out."""
    kind(rules, {"url": ("url",)})
    return float(address(rules["url"], query=False) == visited(result, query=False))


def is_expected_tabs(result: Any, rules: dict[str, Any]) -> float:
    """1 where the open tabs are those of `rules["urls"]`, in any order, each as often as it is listed there.

    One tab more or less is 0.
    """
    kind(rules, {"url": ("urls",)})
    if not isinstance(result, list):
        raise Unreadable(f"the result is {type(result).__name__}, not a list of tabs")
    expected = Counter(address(url) for url in strings(rules, "urls"))
    return float(expected == Counter(visited(tab) for tab in result))
