"""What cells hold, in a form in which equal values are equal."""

import datetime
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from openpyxl.utils.datetime import to_excel

from scalecua.tasks.metrics.sheets.workbook import Sheet

DAY_MS = 86_400_000
At = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, a time or a duration, as a spreadsheet counts them: in days."""

    days: float


@dataclass(frozen=True, slots=True)
class Fault:
    """An error value, as #DIV/0!."""

    code: str


Scalar = bool | int | float | str | Moment | Fault


def values(sheet: Sheet) -> Mapping[At, Scalar]:
    """The values of all cells that hold one, by row and column."""
    found = {at: value_of(cell) for at, cell in sheet.cells._cells.items()}
    return {at: value for at, value in found.items() if value is not None}


def value_of(cell: Any) -> Scalar | None:
    """The value of one of openpyxl's cells; None for an empty one."""
    value = cell.value
    if value is None or value == "":
        return None
    if isinstance(value, datetime.datetime | datetime.date | datetime.time | datetime.timedelta):
        return Moment(float(to_excel(value)))  # type: ignore[no-untyped-call]
    if isinstance(value, str):
        # Excel writes the carriage return of a line break inside a cell as an escape, LibreOffice not at all.
        text = value.replace("_x000D_", "").replace("\r\n", "\n")
        return Fault(text) if cell.data_type == "e" else text
    if isinstance(value, bool | int | float):
        return value
    raise ValueError(f"{cell.coordinate} holds {type(value).__name__}")


def same(one: Scalar | None, two: Scalar | None, *, precision: int | None = None, fold: bool = False) -> bool:
    """Whether two values are equal and of one kind; text 1, number 1 and true are three kinds.

    Numbers are equal by value, with `precision` after rounding to so many decimals; moments to the
    millisecond; texts with `fold` whatever their case.
    """
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    if isinstance(one, int | float) and isinstance(two, int | float):
        return _equal(one, two, precision)
    if isinstance(one, Moment) and isinstance(two, Moment):
        return abs(one.days - two.days) * DAY_MS < 1
    if isinstance(one, str) and isinstance(two, str) and fold:
        return one.casefold() == two.casefold()
    return one == two


def _equal(one: float, two: float, precision: int | None) -> bool:
    """Fifteen digits are what a spreadsheet shows; what differs beyond them is noise of the arithmetic."""
    if one == two:
        return True
    if float(one).is_integer() and float(two).is_integer():
        return False
    if precision is not None and round(one, precision) == round(two, precision):
        return True
    return math.isclose(one, two, rel_tol=1e-14, abs_tol=1e-15)


def number(value: Scalar | None) -> float | None:
    """A number or a moment as a number; None for anything else."""
    if isinstance(value, Moment):
        return value.days
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def text(value: Scalar | None) -> str:
    """A value as text: numbers with fifteen digits, moments as in ISO 8601, nothing for an empty cell."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float():
            return f"{value:.15g}"
        case Moment():
            return _iso(value.days)
        case Fault():
            return value.code
        case _:
            return str(value)


def _iso(days: float) -> str:
    """The date, the time, or both; a time alone is less than a day."""
    moment = datetime.datetime(1899, 12, 30) + datetime.timedelta(milliseconds=round(days * DAY_MS))  # noqa: DTZ001
    if 0 <= days < 1:
        return moment.time().isoformat()
    whole = moment.time() == datetime.time()
    return moment.date().isoformat() if whole else moment.isoformat(sep=" ")
