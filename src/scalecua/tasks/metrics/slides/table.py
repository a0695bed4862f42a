"""Tables on slides: the text of their cells, with the colours that a table's style gives it."""

from typing import Any

from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn

from scalecua.tasks.metrics.slides.page import Page
from scalecua.tasks.metrics.slides.style import of_cell
from scalecua.tasks.metrics.slides.text import Paragraph, paragraphs

Cells = tuple[tuple[tuple[Paragraph, ...], ...], ...]
# "Medium Style 2" in its seven colours, which new tables have; files do not carry the built-in styles.
_LIGHT_HEADERS = frozenset(
    {
        "{073A0DAA-6AF3-43AB-8588-CEC1D06C72B9}",
        "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}",
        "{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}",
        "{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}",
        "{00A15C55-8517-42AA-B614-E9B94910E393}",
        "{7DF18680-E054-41AD-8BC1-D1AEF772440D}",
        "{93296810-A885-4BE3-A3E7-6D5BEEA58F35}",
    }
)
_LIGHT = f"<a:tcTxStyle {nsdecls('a')}><a:schemeClr val='lt1'/></a:tcTxStyle>"


def cells(grid: Any, page: Page) -> Cells:
    """The paragraphs of every cell, row by row."""
    style = grid.findtext(f"{qn('a:tblPr')}/{qn('a:tableStyleId')}", "")
    properties = grid.find(qn("a:tblPr"))
    header = properties is not None and properties.get("firstRow") in ("1", "true")
    light = parse_xml(_LIGHT) if header and style in _LIGHT_HEADERS else None
    rows = grid.iterfind(qn("a:tr"))
    return tuple(_row(row, page, None if number else light) for number, row in enumerate(rows))


def _row(row: Any, page: Page, style: Any) -> tuple[tuple[Paragraph, ...], ...]:
    bodies = [cell.find(qn("a:txBody")) for cell in row.iterfind(qn("a:tc"))]
    return tuple(() if body is None else paragraphs(body, of_cell(body, page, style)) for body in bodies)
