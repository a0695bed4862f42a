"""Files of the desktop: read whole, write whole."""

import errno
import os
from pathlib import Path

from .refused import Refused

HOME = Path("/home/user")
READ_LIMIT = 256 << 20


def resolve(path: object) -> Path:
    """An absolute path; "~/" and bare names start at the home."""
    if not isinstance(path, str) or not path or "\0" in path:
        raise Refused(f"path must be a text, not {path!r}")
    return HOME / Path(os.path.expandvars(path)).expanduser()


def read_file(path: object) -> bytes:
    """The bytes of a file; 404 naming it if there is none."""
    where = resolve(path)
    try:
        if where.stat().st_size > READ_LIMIT:
            raise Refused(f"file {where} is larger than {READ_LIMIT >> 20} MiB", 413)
        return where.read_bytes()
    except FileNotFoundError:
        raise Refused(f"File not found: {where}", 404) from None
    except OSError as error:
        raise Refused(f"file {where} cannot be read: {error.strerror}", 404) from None


def write_file(path: object, data: bytes) -> Path:
    """Write a file, making its folders; the old content is replaced."""
    where = resolve(path)
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(data)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise Refused(f"file {where} cannot be written: {error.strerror}", 507 if full else 400) from None
    return where


def listing(path: object) -> dict:
    """The folder tree under `path`, in OSWorld's words."""
    where = resolve(path)
    if not where.is_dir():
        raise Refused(f"no such folder: {where}", 404)

    def walk(folder: Path) -> dict:
        children = [
            walk(entry) if entry.is_dir() and not entry.is_symlink() else {"type": "file", "name": entry.name}
            for entry in sorted(folder.iterdir())
        ]
        return {"type": "directory", "name": folder.name, "children": children}

    return walk(where)
