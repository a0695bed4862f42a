"""`is_in_list` (an item among the results) and `match_in_list` (the result among the choices)."""

from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings
from scalecua.tasks.metrics.unreadable import Unreadable


def is_in_list(result: Any, rules: dict[str, Any]) -> float:
    """1 where `rules["expected"]` is one of the results: a list, or the lines of a text."""
    known(rules, ("expected",))
    if isinstance(result, Path | str):
        result = found(result).splitlines()
    if not isinstance(result, list):
        raise Unreadable(f"the result is {type(result).__name__}, not a list")
    return float(rules["expected"] in result)


def match_in_list(result: Any, rules: dict[str, Any]) -> float:
    """1 where the result is one of `rules["expected"]`."""
    known(rules, ("expected",))
    return float(found(result) in strings(rules, "expected"))
