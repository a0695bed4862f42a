"""Parts of an Office file, which an agent may have made to do harm: each is read alone and within a limit."""

import io
import posixpath
import zipfile
from dataclasses import dataclass
from typing import Any

import defusedxml.ElementTree as ElementTree

from scalecua.tasks.getters.base import FILE_LIMIT, TEXT_LIMIT

MEMBERS_LIMIT = 20_000
_DIRECTORY_ENTRY = b"PK\x01\x02"
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"


@dataclass(frozen=True, slots=True)
class Relation:
    """From one part to another part, or to a file outside if `external`."""

    id: str
    kind: str
    target: str
    external: bool


class Package:
    """An Office file in memory; any exception means that it is none, or not one of reasonable size."""

    def __init__(self, data: bytes) -> None:
        if data.count(_DIRECTORY_ENTRY) > MEMBERS_LIMIT:
            raise ValueError(f"more than {MEMBERS_LIMIT} members")
        self._archive = zipfile.ZipFile(io.BytesIO(data))

    def read(self, part: str, limit: int = FILE_LIMIT) -> bytes:
        """The bytes of a part."""
        member = self._archive.getinfo(part)
        if member.file_size > limit or member.compress_type not in _METHODS:
            raise ValueError(f"{part} has {member.file_size} bytes, packed by method {member.compress_type}")
        with self._archive.open(member) as stream:
            return stream.read(limit)

    def xml(self, part: str) -> Any:
        """The root element of a part."""
        return ElementTree.fromstring(self.read(part, TEXT_LIMIT), forbid_dtd=True)

    def relations(self, part: str) -> list[Relation]:
        """What a part refers to, in the file's order; inside the package by absolute name without a slash."""
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self._archive.namelist():
            return []
        return [_relation(item.attrib, folder) for item in self.xml(path).iter(_RELATIONSHIP)]

    def slides(self) -> list[str]:
        """The slides' parts in the order in which they are shown."""
        main = next(item.target for item in self.relations("") if item.kind == "officeDocument")
        parts = {item.id: item.target for item in self.relations(main) if item.kind == "slide"}
        return [parts[item.get(f"{R}id")] for item in self.xml(main).iterfind(f"{P}sldIdLst/{P}sldId")]


def _relation(attributes: dict[str, str], folder: str) -> Relation:
    target, external = attributes["Target"], attributes.get("TargetMode") == "External"
    # An address leads outside whatever the mode says.
    external = external or "://" in target
    if not external:
        target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
    return Relation(attributes["Id"], attributes["Type"].rpartition("/")[2], target, external)
