"""`exact_match`: the result is the expected value, character by character."""

from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found


def exact_match(result: Any, rules: dict[str, Any]) -> float:
    """1 where `result` equals `rules["expected"]`; files are compared as text."""
    known(rules, ("expected",))
    value = found(result) if isinstance(result, Path) else result
    return float(value == rules["expected"] and type(value) is type(rules["expected"]))
