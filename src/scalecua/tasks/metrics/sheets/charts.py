"""The rule `chart`: the charts on a sheet."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from openpyxl.drawing.spreadsheet_drawing import AbsoluteAnchor, OneCellAnchor
from openpyxl.utils import get_column_letter

from scalecua.tasks.metrics.sheets.reference import reference
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, chosen, closed
from scalecua.tasks.metrics.sheets.workbook import Sheet

CM = 360_000
POINT = 12_700
COLUMN_WIDTH, ROW_HEIGHT = 8.43, 15.0
# A column is so many pixels wide for each character, and so many beside; a pixel is so many EMU.
CHARACTER, PADDING, PIXEL = 7, 5, 9_525


def chart(rule: Rule) -> Check:
    """Both sheets have the same charts, in whatever order: the same cells in the same series, and each of
    `chart_props` the same.

    `title`, `xtitle`, `ytitle`, `ztitle`: the texts, None without; `legend`: its side, None without; `type`:
    "barChart", "lineChart" and so on; `direction`: of bars, "bar" or "col"; `anchor`: what it moves with and
    the first and last cell under it; `width` and `height`: to the millimetre.
    """
    closed(rule, PAIR, ("chart_props",))
    props = chosen(rule, "chart_props", tuple(PROPS))
    return alike(rule, lambda sheet: Counter(_chart(sheet, found, props) for found in sheet.cells._charts))


def _chart(sheet: Sheet, found: Any, props: tuple[str, ...]) -> Hashable:
    series = tuple(_series(one) for part in found._charts for one in part.ser)
    return series, tuple(PROPS[prop](sheet, found) for prop in props)


def _series(series: Any) -> tuple[str, ...]:
    """Where its data comes from: values, categories, and sizes of bubbles."""
    values = series.val if series.val is not None else series.yVal
    categories = series.cat if series.cat is not None else series.xVal
    return _source(values), _source(categories), _source(series.bubbleSize)


def _source(data: Any) -> str:
    """The cells, or the constants that stand for them."""
    if data is None:
        return ""
    for name in ("numRef", "strRef", "multiLvlStrRef"):
        found = getattr(data, name, None)
        if found is not None:
            return reference(found.f)
    constants = getattr(data, "numLit", None) or getattr(data, "strLit", None)
    return "" if constants is None else "|".join(str(point.v) for point in constants.pt)


def _title(title: Any) -> str | None:
    """Its text, of however many runs and paragraphs, or the text of the cell that it is taken from."""
    if title is None or title.tx is None:
        return None
    if title.tx.strRef is not None:
        cache = title.tx.strRef.strCache
        return "\n".join(str(point.v) for point in cache.pt) if cache else reference(title.tx.strRef.f)
    paragraphs = title.tx.rich.p if title.tx.rich is not None else []
    return "\n".join("".join(run.t or "" for run in part.r or []) for part in paragraphs) or None


def _axis(name: str) -> Callable[[Sheet, Any], str | None]:
    def read(_sheet: Sheet, found: Any) -> str | None:
        axis = getattr(found, name, None)
        return None if axis is None else _title(axis.title)

    return read


def _anchor(_sheet: Sheet, found: Any) -> tuple[Any, ...]:
    anchor = found.anchor
    if isinstance(anchor, AbsoluteAnchor):
        return ("absolute", anchor.pos.x, anchor.pos.y)
    start = (anchor._from.col, anchor._from.row)
    if isinstance(anchor, OneCellAnchor):
        return ("oneCell", *start)
    return (anchor.editAs or "twoCell", *start, anchor.to.col, anchor.to.row)


def _size(sheet: Sheet, found: Any) -> tuple[int, int]:
    """Width and height in EMU: as the file says, or by the cells that it lies on."""
    anchor = found.anchor
    if isinstance(anchor, AbsoluteAnchor | OneCellAnchor):
        return int(anchor.ext.width), int(anchor.ext.height)
    return _between(sheet, anchor._from, anchor.to)


def _between(sheet: Sheet, start: Any, end: Any) -> tuple[int, int]:
    """From one place inside a cell to another."""
    form, columns, rows = sheet.cells.sheet_format, sheet.cells.column_dimensions, sheet.cells.row_dimensions
    width, height = end.colOff - start.colOff, end.rowOff - start.rowOff
    for at in range(start.col, min(end.col, 16_384)):
        column = columns.get(get_column_letter(at + 1))
        characters = (column and column.width) or form.defaultColWidth or COLUMN_WIDTH
        width += int(characters * CHARACTER + PADDING) * PIXEL
    for at in range(start.row, min(end.row, 1_048_576)):
        row = rows.get(at + 1)
        height += int(((row and row.height) or form.defaultRowHeight or ROW_HEIGHT) * POINT)
    return width, height


PROPS: Mapping[str, Callable[[Sheet, Any], Hashable]] = {
    "title": lambda _, found: _title(found.title),
    "legend": lambda _, found: found.legend and (found.legend.position or "r"),
    "anchor": _anchor,
    "width": lambda sheet, found: round(_size(sheet, found)[0] / CM, 1),
    "height": lambda sheet, found: round(_size(sheet, found)[1] / CM, 1),
    "type": lambda _, found: tuple(part.tagname for part in found._charts),
    "direction": lambda _, found: tuple(getattr(part, "barDir", None) for part in found._charts),
    "xtitle": _axis("x_axis"),
    "ytitle": _axis("y_axis"),
    "ztitle": _axis("z_axis"),
}
