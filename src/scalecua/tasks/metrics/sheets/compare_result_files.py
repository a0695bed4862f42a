"""`compare_result_files`: a file that holds one answer, a number or a text."""

import re
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.text import found, wanted
from scalecua.tasks.metrics.unreadable import Unreadable

TOLERANCE = 1e-4
# A sentence around the answer may hold other numbers; a list of guesses may not.
NUMBERS_LIMIT = 5
NUMBER = re.compile(
    r"(?<![\w.,])[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+|(?<=\d))(?:[eE][-+]?\d+)?(?![\d]|\.\d)"
)


def compare_result_files(result: Any, expected: Path) -> float:
    """1 where the result is the expected text, white space at both ends apart.

    Of an expected number it is enough that it is among at most NUMBERS_LIMIT numbers of the result, to within
    TOLERANCE: there may be words around it.
    """
    answer = wanted(expected).strip()
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    text = found(result).strip()
    try:
        number = float(answer)
    except ValueError:
        return float(text == answer)
    numbers = [float(word.replace(",", "")) for word in NUMBER.findall(text)]
    near = any(abs(other - number) < TOLERANCE for other in numbers)
    return float(near and len(numbers) <= NUMBERS_LIMIT)
