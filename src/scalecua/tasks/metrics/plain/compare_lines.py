"""`compare_lines`: the lines of the result are the expected ones, in order or in any order (ours)."""

from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings


def compare_lines(result: Any, rules: dict[str, Any], *, ordered: bool = True) -> float:
    """1 where the non-empty lines equal `rules["expected"]`, as a multiset where not `ordered`."""
    known(rules, ("expected",))
    lines = [line for line in found(result).splitlines() if line.strip()]
    expected = strings(rules, "expected")
    return float(lines == expected if ordered else sorted(lines) == sorted(expected))
