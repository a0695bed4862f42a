"""The members of documents that are zip files."""

import io
import zipfile
from collections.abc import Mapping

FIRST = "[Content_Types].xml"


def members(data: bytes) -> dict[str, bytes]:
    """All members by name, in their order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive(found: Mapping[str, bytes], *, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of these."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as made:
        for name, data in found.items():
            made.writestr(name, data)
    return buffer.getvalue()


def reordered(data: bytes) -> bytes:
    """The same members the other way round, not compressed; the list of types stays the first."""
    found = members(data)
    order = [*(name for name in found if name == FIRST), *(name for name in reversed(found) if name != FIRST)]
    return archive({name: found[name] for name in order}, compression=zipfile.ZIP_STORED)
