"""The rule `sparkline`: the small charts inside cells."""

import posixpath
import zipfile

from lxml import etree

from scalecua.tasks.metrics.sheets.reference import reference
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, closed
from scalecua.tasks.metrics.sheets.workbook import Sheet

PARSER = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def sparkline(rule: Rule) -> Check:
    """The same cells of both sheets hold sparklines, of the same data."""
    closed(rule, PAIR)
    return alike(rule, _sparklines)


def _sparklines(sheet: Sheet) -> dict[str, str]:
    """The data of each sparkline by its cell, which openpyxl does not read."""
    with zipfile.ZipFile(sheet.path) as archive:
        root = etree.fromstring(archive.read(_part(archive, sheet.name)), PARSER)
    return {
        item.findtext("{*}sqref", "").replace("$", ""): reference(item.findtext("{*}f", ""))
        for item in root.iter("{*}sparkline")
    }


def _part(archive: zipfile.ZipFile, name: str) -> str:
    """The file of a sheet inside the workbook."""
    book = etree.fromstring(archive.read("xl/workbook.xml"), PARSER)
    links = etree.fromstring(archive.read("xl/_rels/workbook.xml.rels"), PARSER)
    (key,) = (item.get(ID) for item in book.iter("{*}sheet") if item.get("name") == name)
    (target,) = (str(item.get("Target")) for item in links if item.get("Id") == key)
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")
