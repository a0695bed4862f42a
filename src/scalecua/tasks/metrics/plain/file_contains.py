"""`file_contains`: every expected piece of text occurs in the file."""

from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings


def file_contains(result: Any, rules: dict[str, Any]) -> float:
    """1 where all of `rules["expected"]` occur."""
    known(rules, ("expected",))
    text = found(result)
    return float(all(piece in text for piece in strings(rules, "expected")))
