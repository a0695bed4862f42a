"""Zip files, and the documents that are zip files, before a reader unpacks them."""

import zipfile
from pathlib import Path

EXPANDED_LIMIT = 512 * 1024 * 1024
MEMBERS_LIMIT = 20_000


def checked(path: Path) -> Path:
    """`path`, if it is a zip file whose contents fit; ValueError if it would expand to too much."""
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
    size = sum(member.file_size for member in members)
    if len(members) > MEMBERS_LIMIT or size > EXPANDED_LIMIT:
        raise ValueError(f"{len(members)} members of {size} bytes in all are more than a document has")
    return path
