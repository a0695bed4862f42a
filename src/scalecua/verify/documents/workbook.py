"""Workbooks: the values of their cells, those of formulas as they were saved."""

import csv
import io
from collections.abc import Mapping
from itertools import groupby

import openpyxl
from lxml import etree

from scalecua.verify.documents.archive import archive, members, reordered
from scalecua.verify.documents.markup import PARSER
from scalecua.verify.documents.places import Place, Value, differing

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
BOOK, RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"


class Workbook:
    """A place is the name of a sheet and of a cell."""

    def read(self, data: bytes) -> dict[Place, Value]:
        """The values of cells that have any."""
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
        return {
            (sheet.title, cell.coordinate): _plain(cell.value)
            for sheet in book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        }

    def touched(self, before: bytes, after: bytes) -> list[Place]:
        """Cells whose values are new."""
        return differing(self.read(before), self.read(after))

    def changed(self, data: bytes, values: Mapping[Place, Value]) -> bytes:
        """Other values in cells that there are, formulas gone from these; all else stays, byte for byte."""
        found = members(data)
        files = _files(found)
        for sheet, places in groupby(sorted(values, key=str), key=lambda place: str(place[0])):
            root = etree.fromstring(found[files[sheet]], PARSER)
            cells = {cell.get("r"): cell for cell in root.iter(f"{MAIN}c")}
            for place in places:
                if (cell := cells.get(str(place[1]))) is not None:
                    _write(cell, values[place])
            found[files[sheet]] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
        return archive(found)

    def again(self, data: bytes) -> bytes:
        """Packed another way."""
        return reordered(data)

    def foreign(self, data: bytes) -> bytes:
        """The first sheet as comma-separated values."""
        text = io.StringIO()
        sheet = openpyxl.load_workbook(io.BytesIO(data), data_only=True).worksheets[0]
        csv.writer(text).writerows(sheet.iter_rows(values_only=True))
        return text.getvalue().encode()


def _plain(value: object) -> Value:
    """Dates and times as text."""
    return value if isinstance(value, str | int | float | bool) else str(value)


def _files(found: Mapping[str, bytes]) -> dict[str, str]:
    """The member of each sheet, by the sheet's name."""
    targets = {one.get("Id"): one.get("Target", "") for one in etree.fromstring(found[RELATIONS], PARSER)}
    sheets = etree.fromstring(found[BOOK], PARSER).iter(f"{MAIN}sheet")
    paths = {sheet.get("name", ""): targets[sheet.get(RELATION)] for sheet in sheets}
    return {name: path.lstrip("/") if path.startswith("/") else f"xl/{path}" for name, path in paths.items()}


def _write(cell: "etree._Element", value: Value) -> None:
    """The value as an inline one; None leaves the cell empty."""
    for child in list(cell):
        cell.remove(child)
    if "t" in cell.attrib:
        del cell.attrib["t"]
    if isinstance(value, str):
        cell.set("t", "inlineStr")
        etree.SubElement(etree.SubElement(cell, f"{MAIN}is"), f"{MAIN}t").text = value
    elif value is not None:
        if isinstance(value, bool):
            cell.set("t", "b")
        etree.SubElement(cell, f"{MAIN}v").text = str(int(value)) if isinstance(value, bool) else repr(value)
