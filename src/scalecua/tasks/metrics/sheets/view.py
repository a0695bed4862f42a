"""The rules `freeze` and `zoom`: how a sheet is shown."""

from typing import Any

from scalecua.tasks.metrics.sheets.match import matcher
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, closed
from scalecua.tasks.metrics.sheets.workbook import Books, Sheet, address

FROZEN = ("frozen", "frozenSplit")


def freeze(rule: Rule) -> Check:
    """As many rows and columns are frozen in both sheets, wherever they are scrolled to."""
    closed(rule, PAIR)
    return alike(rule, _frozen)


def zoom(rule: Rule) -> Check:
    """The zoom of a sheet in per cent, 100 where the file has none, is as `method` and `ref` say."""
    closed(rule, ("sheet_idx", "method", "ref"))
    where, test = address(rule["sheet_idx"]), matcher({"method": rule["method"], "ref": rule["ref"]})

    def check(books: Books) -> bool:
        return test(books.sheet(where).read(_zoom))

    return check


def _frozen(sheet: Sheet) -> tuple[int, int]:
    pane = sheet.cells.sheet_view.pane
    if pane is None or pane.state not in FROZEN:
        return (0, 0)
    return int(pane.ySplit or 0), int(pane.xSplit or 0)


def _zoom(sheet: Sheet) -> Any:
    return sheet.cells.sheet_view.zoomScale or 100
