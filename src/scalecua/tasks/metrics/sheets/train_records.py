"""`compare_unique_train_records`: a document with one record left for each train."""

from pathlib import Path
from typing import Any

from docx import Document

from scalecua.tasks.metrics.archive import checked
from scalecua.tasks.metrics.unreadable import Unreadable, agents

# time, train, station, platform.
FIELDS = 4


def compare_unique_train_records(result: Any, expected: list[Path]) -> float:
    """1 where the lines of `result` are lines of the original with each train once, and the expected trains.

    `expected` holds the document with one record a train and the original. A record is a line of four fields
    between commas, the second of which names the train; which of a train's records is kept, and the order,
    are no matter.
    """
    if not isinstance(expected, list) or len(expected) != 2:
        raise ValueError(
            f"expected is {expected!r}; it must be two documents, the right one and the original"
        )
    right, original = (_lines(path) for path in expected)
    if not _trains(right):
        raise ValueError("the expected document has no train records")
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a document"):
        found = _lines(result)
    trains = _trains(found)
    known = set(original)
    return float(all(line in known for line in found) and sorted(trains) == sorted(set(_trains(right))))


def _lines(path: Path) -> list[str]:
    paragraphs = Document(str(checked(path))).paragraphs
    lines = (line.strip() for paragraph in paragraphs for line in paragraph.text.splitlines())
    return [line for line in lines if line]


def _trains(lines: list[str]) -> list[str]:
    fields = [line.split(",") for line in lines]
    return [parts[1].strip() for parts in fields if len(parts) == FIELDS]
