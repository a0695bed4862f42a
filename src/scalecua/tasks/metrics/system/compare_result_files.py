"""`compare_result_files`: a file that states the expected result."""

import re
from typing import Any

from scalecua.tasks.metrics.text import found, wanted

DIGITS = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
NUMBER = re.compile(rf"(?<![\w.])[-+]?(?:{DIGITS}(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?(?!\w|[.,]\d)")
TOLERANCE = 1e-4


def compare_result_files(result: Any, expected: Any) -> float:
    """1 where the files say the same; white space around it does not matter.

    Where the expected file is one number, the other may put it into words: one of its numbers must then be
    nearer than TOLERANCE.
    """
    mine, other = found(result).strip(), wanted(expected).strip()
    if not NUMBER.fullmatch(other):
        return float(mine == other)
    number = float(other.replace(",", ""))
    stated = [float(match[0].replace(",", "")) for match in NUMBER.finditer(mine)]
    return float(any(abs(one - number) < TOLERANCE for one in stated))
