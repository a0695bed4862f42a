"""The rule `sheet_print`: what the cells of a sheet show."""

from pathlib import Path

from scalecua.tasks.metrics.sheets.csv_text import decoded, rows
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, closed
from scalecua.tasks.metrics.sheets.workbook import Sheet
from scalecua.tasks.metrics.unreadable import Unreadable

Table = tuple[tuple[str, ...], ...]


def sheet_print(rule: Rule) -> Check:
    """The cells of both sheets show the same text, with `ignore_case` whatever its case.

    What is shown is in a CSV file beside the workbook that LibreOffice made from it: `name-sheet.csv` for
    the sheet `sheet` of `name.xlsx`. An agent's sheet without one scores 0, and an expected one is a fault.
    Empty cells at the end of a row, empty rows at the end, and white space at the ends of a row count for
    nothing.
    """
    closed(rule, PAIR, ("ignore_case",))
    fold = bool(rule.get("ignore_case", False))
    return alike(rule, lambda sheet: _shown(sheet, fold))


def _shown(sheet: Sheet, fold: bool) -> Table:
    file = _beside(sheet)
    if sheet.agents and not file.is_file():
        raise Unreadable(f"there is no {file.name} that shows the sheet")
    text = decoded(file)
    table = [_row(row) for row in rows(text.casefold() if fold else text)]
    while table and not table[-1]:
        table.pop()
    return tuple(table)


def _beside(sheet: Sheet) -> Path:
    return sheet.path.with_name(f"{sheet.path.stem}-{sheet.name}.csv")


def _row(cells: list[str]) -> tuple[str, ...]:
    if cells:
        cells[0], cells[-1] = cells[0].lstrip(), cells[-1].rstrip()
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)
