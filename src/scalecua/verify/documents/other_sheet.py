"""The right values on the wrong sheet of a workbook."""

import io

import openpyxl

from scalecua.verify.documents.places import Value
from scalecua.verify.documents.workbook import Workbook


def moved(before: bytes, after: bytes) -> bytes | None:
    """What was written into the first sheet that was touched stands on the next; None if there is no next.

    The sheet itself is as it was before.
    """
    touched = Workbook().touched(before, after)
    book = openpyxl.load_workbook(io.BytesIO(after), data_only=True)
    old: dict[tuple[str | int, ...], Value] = Workbook().read(before)
    names = book.sheetnames
    if not touched or len(names) < 2 or touched[0][0] not in names:
        return None
    own = str(touched[0][0])
    other = book[names[(names.index(own) + 1) % len(names)]]
    for place in touched:
        if place[0] == own:
            cell = book[own][str(place[1])]
            other[str(place[1])] = cell.value
            cell.value = old.get(place)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
