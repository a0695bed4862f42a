"""The rules `row_props` and `col_props`: what is set for whole rows and columns."""

from collections.abc import Callable, Mapping
from typing import Any

from openpyxl.utils import column_index_from_string

from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, chosen, closed, pair
from scalecua.tasks.metrics.sheets.workbook import Books, Sheet

ROW_PROPS = ("hidden", "collapsed", "height")
COLUMN_PROPS = ("hidden", "collapsed", "width", "auto_size", "min", "max")
COLUMN_WIDTH = 8.43
# A group of columns that reaches this far is how programs write the rest of a sheet.
REST = 1024
Dimension = dict[str, Any]


def row_props(rule: Rule) -> Check:
    """All rows of both sheets agree in each of `props`: `hidden`, `collapsed`, `height`.

    A row of which a file says nothing is shown, not collapsed and of the sheet's usual height.
    """
    return _check(rule, ROW_PROPS, _rows, _row)


def col_props(rule: Rule) -> Check:
    """All columns of both sheets agree in each of `props`.

    They are `hidden`, `collapsed`, `width`, `auto_size`, and `min` and `max`, the first and last column of
    those that are formatted together. A column of which a file says nothing is shown, not collapsed, of the
    sheet's usual width, and alone.
    """
    return _check(rule, COLUMN_PROPS, _columns, _column)


def _check(
    rule: Rule,
    choices: tuple[str, ...],
    given: Callable[[Sheet], Mapping[int, Dimension]],
    usual: Callable[[Sheet, int], Dimension],
) -> Check:
    closed(rule, (*PAIR, "props"))
    props = chosen(rule, "props", choices)
    if not props:
        raise ValueError(f"props of {rule['type']} are empty; give one at least")
    sheets = pair(rule)

    def check(books: Books) -> bool:
        one, two = sheets(books)
        wanted, found = two.read(given), one.read(given)

        def seen(sheet: Sheet, known: Mapping[int, Dimension], at: int) -> list[Any]:
            dimension = known.get(at) or usual(sheet, at)
            return [dimension[prop] for prop in props]

        return all(seen(two, wanted, at) == seen(one, found, at) for at in wanted.keys() | found.keys())

    return check


def _rows(sheet: Sheet) -> Mapping[int, Dimension]:
    usual = _row(sheet, 0)
    return {
        int(at): {
            "hidden": bool(row.hidden),
            "collapsed": bool(row.collapsed),
            "height": usual["height"] if row.height is None else round(float(row.height), 2),
        }
        for at, row in sheet.cells.row_dimensions.items()
    }


def _row(sheet: Sheet, _at: int) -> Dimension:
    form = sheet.cells.sheet_format
    height = round(float(form.defaultRowHeight or 15), 2)
    return {"hidden": bool(form.zeroHeight), "collapsed": False, "height": height}


def _columns(sheet: Sheet) -> Mapping[int, Dimension]:
    """By number; of the rest of a sheet only what is used, unless it is hidden."""
    used = sheet.cells.max_column
    found: dict[int, Dimension] = {}
    for letter, column in sheet.cells.column_dimensions.items():
        first = column.min or column_index_from_string(letter)
        last = min(column.max or first, 16_384)
        hidden, collapsed = bool(column.hidden), bool(column.collapsed)
        dimension = {"hidden": hidden, "collapsed": collapsed, "min": first, "max": last}
        dimension |= {"width": round(float(column.width), 2), "auto_size": bool(column.auto_size)}
        if last >= REST and not hidden and not collapsed:
            last = min(last, used)
        found |= dict.fromkeys(range(first, last + 1), dimension)
    return found


def _column(sheet: Sheet, at: int) -> Dimension:
    width = round(float(sheet.cells.sheet_format.defaultColWidth or COLUMN_WIDTH), 2)
    alone = {"min": at, "max": at, "width": width, "auto_size": False}
    return {"hidden": False, "collapsed": False, **alone}
