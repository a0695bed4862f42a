"""`compare_csv`: a CSV file, line by line, against an expected one or any of several."""

from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.sheets.csv_text import decoded, lines
from scalecua.tasks.metrics.unreadable import Unreadable, agents


def compare_csv(
    result: Any, expected: Path | list[Path], *, strict: bool = True, ignore_case: bool = False
) -> float:
    """1 where the lines of the result are those of an expected file.

    Byte order marks and the kind of line end are no matter, and whether the last line has one. Not `strict`,
    white space at the ends of lines and empty lines at the end are no matter either; with `ignore_case`,
    case.
    """
    choices = [expected] if isinstance(expected, Path) else expected
    wanted = [_levelled(decoded(choice), strict, ignore_case) for choice in choices]
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a CSV file"):
        found = _levelled(decoded(result), strict, ignore_case)
    return float(found in wanted)


def _levelled(text: str, strict: bool, ignore_case: bool) -> list[str]:
    found = lines(text.casefold() if ignore_case else text)
    if strict:
        return found
    found = [line.strip() for line in found]
    while found and not found[-1]:
        found.pop()
    return found
