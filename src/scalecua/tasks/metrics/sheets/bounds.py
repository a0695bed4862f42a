"""Refusing workbooks that are small on disk and fill the memory once they are read."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

from lxml import etree
from openpyxl.utils import range_boundaries

from scalecua.tasks.metrics.archive import checked

XML_LIMIT = 32 * 1024 * 1024
AREA_LIMIT = 1_000_000


def bounded(path: Path) -> None:
    """ValueError for too much XML, or for merged or linked ranges of too many cells.

    openpyxl makes a cell for each place in such a range, so that a line of XML could ask for all of a sheet.
    """
    with zipfile.ZipFile(checked(path)) as archive:
        parts = [part for part in archive.infolist() if part.filename.endswith(".xml")]
        size = sum(part.file_size for part in parts)
        if size > XML_LIMIT:
            raise ValueError(f"it has {size} bytes of XML, more than {XML_LIMIT}")
        sheets = [part.filename for part in parts if "worksheets/" in part.filename]
        area = sum(_area(ref) for name in sheets for ref in _ranges(archive, name))
    if area > AREA_LIMIT:
        raise ValueError(f"it merges or links {area} cells, more than {AREA_LIMIT}")


def _ranges(archive: zipfile.ZipFile, name: str) -> Iterator[str]:
    with archive.open(name) as file:
        tags = ("{*}mergeCell", "{*}hyperlink", "{*}row")
        for _, element in etree.iterparse(file, tag=tags, resolve_entities=False, no_network=True):
            if not element.tag.endswith("}row"):
                yield element.get("ref", "A1")
            element.clear()


def _area(ref: str) -> int:
    left, top, right, bottom = range_boundaries(ref)
    return ((right or 16_384) - (left or 1) + 1) * ((bottom or 1_048_576) - (top or 1) + 1)
