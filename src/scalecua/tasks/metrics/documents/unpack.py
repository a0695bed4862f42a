"""The files in an archive, read into memory within limits; nothing is ever written where a member says."""

import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from scalecua.tasks.metrics.archive import MEMBERS_LIMIT, checked

MEMBER_LIMIT = 30 * 1024 * 1024
TOTAL_LIMIT = 256 * 1024 * 1024
Files = dict[PurePosixPath, bytes]


def files(path: Path) -> Files:
    """The regular files of a zip or tar file, by name; the latter may be packed by gzip, bzip2 or xz.

    ValueError if a name is absolute, leads upwards or occurs twice, if there is a link or a device, or if the
    contents are too large; other exceptions if the file cannot be read.
    """
    return zipped(path) if zipfile.is_zipfile(path) else _collected(_tarred(path))


def zipped(path: Path) -> Files:
    """The same of a zip file alone."""
    return _collected(_zipped(checked(path)))


def _collected(members: Iterator[tuple[str, bytes]]) -> Files:
    found: Files = {}
    total = 0
    for name, data in members:
        place = _safe(name)
        total += len(data)
        if place in found or len(found) >= MEMBERS_LIMIT or total > TOTAL_LIMIT:
            raise ValueError(f"{name!r} is there twice, or one file, or byte, too many")
        found[place] = data
    return found


def _zipped(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            kind = stat.S_IFMT(member.external_attr >> 16)
            if member.is_dir():
                _safe(member.filename)
            elif kind not in (0, stat.S_IFREG):
                raise ValueError(f"{member.filename!r} is no regular file")
            else:
                with archive.open(member) as file:
                    yield member.filename, _bytes(file, member.filename)


def _tarred(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.size > MEMBER_LIMIT:
                raise ValueError(f"{member.name!r} has {member.size} bytes, more than {MEMBER_LIMIT}")
            file = archive.extractfile(member) if member.isreg() else None
            if file is not None:
                with file:
                    yield member.name, _bytes(file, member.name)
            elif not member.isdir():
                raise ValueError(f"{member.name!r} is no regular file")
            else:
                _safe(member.name)


def _bytes(file: IO[bytes], name: str) -> bytes:
    data = file.read(MEMBER_LIMIT + 1)
    if len(data) > MEMBER_LIMIT:
        raise ValueError(f"{name!r} has more than {MEMBER_LIMIT} bytes")
    return data


def _safe(name: str) -> PurePosixPath:
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or "\0" in name:
        raise ValueError(f"{name!r} is no name inside an archive")
    return place
