"""How one cell looks: its own format, or its row's or column's, and the conditional formats that apply."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from openpyxl.cell.cell import MergedCell

from scalecua.tasks.metrics.sheets.colors import NONE, argb, theme_colors
from scalecua.tasks.metrics.sheets.conditional import conditional
from scalecua.tasks.metrics.sheets.values import At, Moment, Scalar, number, values
from scalecua.tasks.metrics.sheets.workbook import Sheet

PROPS = (
    *(
        "number_format",
        "font_name",
        "font_family",
        "font_color",
        "font_bold",
        "font_italic",
        "font_underline",
    ),
    *("font_size", "fill_type", "bgcolor", "fgcolor", "hyperlink", "merge"),
)
# Of an empty cell these cannot be seen.
OF_VALUES = frozenset(prop for prop in PROPS if prop not in ("fill_type", "bgcolor", "fgcolor", "merge"))


class Looks:
    """The properties of the cells of one sheet by the names that OSWorld gives them.

    Colours are aRGB, `00000000` for no fill; `bgcolor` and `fgcolor` are both the colour that fills the cell.
    `merge` is whether a cell is hidden under the first cell of a merged range. `number_format` is None but
    for numbers and dates; what is no fill and no merge is None for an empty cell.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._cells = sheet.cells._cells
        self._theme = theme_colors(sheet.cells.parent.loaded_theme)

    @property
    def places(self) -> set[At]:
        """Where there are cells, be they empty."""
        return set(self._cells)

    def get(self, prop: str, at: At) -> Any:
        """One property of one cell."""
        if prop == "merge":
            return isinstance(self._cells.get(at), MergedCell)
        value = self._values.get(at)
        if prop in OF_VALUES and value is None:
            return None
        if prop == "hyperlink":
            link = self._cells[at].hyperlink
            return (link.target or link.location or "") if link else ""
        if prop == "number_format" and not isinstance(value, Moment) and number(value) is None:
            return None
        for format_ in self._conditional(at):
            found = _given(prop, format_, self._theme)
            if found is not None:
                return found
        return _own(prop, self._styled(at), self._theme)

    @cached_property
    def _values(self) -> Mapping[At, Scalar]:
        return values(self._sheet)

    @cached_property
    def _conditional(self) -> Callable[[At], list[Any]]:
        return conditional(self._sheet.cells, self._values)

    @cached_property
    def _columns(self) -> list[Any]:
        return [column for column in self._sheet.cells.column_dimensions.values() if column.has_style]

    def _styled(self, at: At) -> Any:
        """The cell, or without one what its style comes from; None for a sheet's plain cells."""
        if at in self._cells:
            return self._cells[at]
        row = self._sheet.cells.row_dimensions.get(at[0])
        if row is not None and row.has_style:
            return row
        return next((column for column in self._columns if column.min <= at[1] <= column.max), None)


def _own(prop: str, styled: Any, theme: Any) -> Any:
    """A property of a cell's own style."""
    if prop in ("bgcolor", "fgcolor"):
        return NONE if styled is None else _fill(styled.fill, theme)
    if prop == "fill_type":
        return "patternFill" if styled is None else styled.fill.tagname
    if prop == "number_format":
        code = styled.number_format
        return "General" if code.lower() == "general" else code
    return FONT[prop](styled.font, theme)


def _given(prop: str, format_: Any, theme: Any) -> Any:
    """A property of a conditional format; None if it leaves it as it is."""
    if prop in ("bgcolor", "fgcolor", "fill_type"):
        if format_.fill is None:
            return None
        return format_.fill.tagname if prop == "fill_type" else _conditional_fill(format_.fill, theme)
    if prop == "number_format":
        return format_.numFmt and format_.numFmt.formatCode
    font = format_.font
    if font is None or (prop == "font_color" and font.color is None):
        return None
    return FONT[prop](font, theme) or None


FONT: Mapping[str, Callable[[Any, Any], Any]] = {
    "font_name": lambda font, _: font.name,
    "font_family": lambda font, _: font.family,
    "font_color": lambda font, theme: argb(font.color, theme),
    "font_bold": lambda font, _: bool(font.bold),
    "font_italic": lambda font, _: bool(font.italic),
    "font_underline": lambda font, _: font.underline,
    "font_size": lambda font, _: font.size,
}


def _fill(fill: Any, theme: Any) -> str:
    if fill.tagname == "gradientFill":
        return ",".join(argb(stop.color, theme) for stop in fill.stop)
    return NONE if fill.patternType in (None, "none") else argb(fill.fgColor, theme)


def _conditional_fill(fill: Any, theme: Any) -> str:
    """The background of a pattern, where programs write it; some write it in front too."""
    if fill.tagname == "gradientFill":
        return _fill(fill, theme)
    back = fill.bgColor
    plain = back.type == "rgb" and back.rgb == NONE
    return argb(fill.fgColor if plain else back, theme)
