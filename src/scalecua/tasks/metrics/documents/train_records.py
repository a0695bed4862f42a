"""`compare_unique_train_records`: a list of train calls with one line for each train."""

from collections import Counter
from pathlib import Path

from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, opened, paragraphs, text

FIELDS = 4


def compare_unique_train_records(result: Path, expected: list[Path]) -> float:
    """1 where the result keeps exactly one line, of those it had, for every train of the expected document.

    `expected` is that document and the one that the agent began with. A line with text is a record if it has
    four fields between commas; the second names the train. Lines that are no records must be the expected
    ones. The order of the lines is no matter, nor which of a train's lines was kept.
    """
    gold, original = expected
    found, wanted = both(WHAT, _lines, result, gold)
    began = set(_lines(original))
    records, others = _trains(found)
    wanted_records, wanted_others = _trains(wanted)
    unique = max(records.values(), default=1) == 1
    same = records.keys() == wanted_records.keys() and others == wanted_others
    return float(unique and same and began.issuperset(found))


def _lines(path: Path) -> list[str]:
    texts = (text(each).strip() for each in paragraphs(opened(path)))
    return [line for line in texts if line]


def _trains(lines: list[str]) -> tuple[Counter[str], Counter[str]]:
    """How often each train is named by a record, and each line that is none."""
    records: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for line in lines:
        fields = line.split(",")
        if len(fields) == FIELDS:
            records[fields[1].strip()] += 1
        else:
            others[line] += 1
    return records, others
