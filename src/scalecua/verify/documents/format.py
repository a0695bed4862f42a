"""What an attack asks of a format, and which format a file has."""

from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Protocol

from scalecua.verify.documents.markup import DOCUMENT, SLIDES
from scalecua.verify.documents.places import Place, Value
from scalecua.verify.documents.text import Text
from scalecua.verify.documents.tree import Tree
from scalecua.verify.documents.workbook import Workbook


class Format(Protocol):
    """One format of files; ValueError and its like for bytes that are not of it."""

    def read(self, data: bytes) -> dict[Place, Value]:
        """The values at all places."""

    def touched(self, before: bytes, after: bytes) -> list[Place]:
        """The places of `after` whose values are new."""

    def changed(self, data: bytes, values: Mapping[Place, Value]) -> bytes:
        """The same file with other values at places that it has; None takes away what is there."""

    def again(self, data: bytes) -> bytes:
        """The same content in other bytes."""

    def foreign(self, data: bytes) -> bytes:
        """The same content in another format."""


FORMATS: Mapping[str, Format] = {
    ".xlsx": Workbook(),
    ".docx": DOCUMENT,
    ".pptx": SLIDES,
    ".json": Tree(),
}


def of(name: str, data: bytes) -> Format | None:
    """The format of a file by its name, text where it is text; None for others."""
    known = FORMATS.get(PurePosixPath(name).suffix.lower())
    if known is not None:
        return known
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return Text() if "\0" not in text else None
