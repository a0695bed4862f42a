"""`compare_text_file`: a file's text against an expected text, blanks and case ignored on request."""

from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, wanted


def compare_text_file(
    result: Any, expected: Any, *, ignore_blanks: bool = False, ignore_case: bool = False
) -> float:
    """1 where the texts agree; `expected` is a file, or `{"expected": text}` given by the task.

    `ignore_blanks` makes every run of white space one space and drops it at both ends.
    """
    if isinstance(expected, dict):
        expected = known(expected, ("expected",))["expected"]
    other = wanted(expected)
    mine = found(result)
    if ignore_blanks:
        mine, other = " ".join(mine.split()), " ".join(other.split())
    if ignore_case:
        mine, other = mine.casefold(), other.casefold()
    return float(mine == other)
