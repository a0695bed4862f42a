"""`content_from_vm_file`: the last row of a workbook."""

import asyncio
import io
import zipfile
from typing import Any, Literal
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from pydantic import Field

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.scene import Scene

EXPANDED_LIMIT = 64 * 1024 * 1024
ROWS, COLUMNS = 100_000, 200
# What openpyxl raises at files that only look like workbooks.
READING = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    IndexError,
    OSError,
    zipfile.BadZipFile,
    ParseError,
)


class ContentFromVmFile(Getter):
    """The last row that is not blank of a workbook's first sheet, below its heading, as a list of texts.

    It is as long as the heading, or longer if there is more in it; a blank cell is the empty text. None where
    there is no workbook, or one with no such row or out of all proportion.
    """

    type: Literal["content_from_vm_file"] = "content_from_vm_file"
    path: str = Field(min_length=1)
    file_type: Literal["xlsx"]
    file_content: Literal["last_row"]

    async def __call__(self, scene: Scene) -> list[str] | None:
        """Read the file and look."""
        found = await VmFile(path=self.path).one(self.path, "workbook", scene)
        return None if found is None else await asyncio.to_thread(_last_row, found.data)


def _last_row(data: bytes) -> list[str] | None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > EXPANDED_LIMIT:
                return None
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        cells = book.worksheets[0].iter_rows(max_row=ROWS, max_col=COLUMNS, values_only=True)
        rows = [_texts(row) for row in cells]
    except READING:
        return None
    filled = [row for row in rows if row]
    if len(filled) < 2:
        return None
    heading, last = filled[0], filled[-1]
    return last + [""] * (len(heading) - len(last))


def _texts(row: tuple[Any, ...]) -> list[str]:
    """The cells as texts, without blank ones at the end."""
    texts = ["" if cell is None else str(cell) for cell in row]
    while texts and not texts[-1].strip():
        texts.pop()
    return texts
