"""Addresses of assets: which ones may be fetched, and where a mirror folder holds them."""

from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

SCHEMES = ("http", "https")
INDEX = "index.html"


def check(url: str) -> str:
    """The URL itself; ValueError unless it is one of http or https with a host and an unambiguous path."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        raise ValueError(f"{url!r} is not an address of {' or '.join(SCHEMES)}")
    if not parts.hostname or parts.port == 0:
        raise ValueError(f"{url!r} names no host")
    if parts.username is not None or parts.password is not None:
        raise ValueError(f"the address at {parts.hostname} holds a user name; assets are public")
    if any(character <= " " or character == "\x7f" for character in url):
        raise ValueError(f"{url!r} holds a blank or a control character; write it as an escape (%20)")
    if {".", ".."} & set(parts.path.split("/")):
        raise ValueError(f"{url!r} has a dot segment; write the path that is meant")
    return url


def places(url: str) -> tuple[PurePosixPath, ...]:
    """Where the file of a checked URL may lie in a mirror, best first: `host/path`, host with its port.

    The path's escapes are read (`%20` is a blank), or stand as in the URL; a query follows the name after a
    `?`, its slashes as `%2F`. A path that ends in a slash has the name `index.html`.
    """
    parts = urlsplit(url)
    *folders, name = parts.path.split("/")
    query = f"?{parts.query.replace('/', '%2F')}" if parts.query else ""
    written = [part for part in folders if part]
    read = [_read(part) for part in written]
    host = parts.netloc.lower()
    found = (
        PurePosixPath(host, *read, (_read(name) or INDEX) + query),
        PurePosixPath(host, *written, (name or INDEX) + query),
    )
    return tuple(dict.fromkeys(found))


def _read(part: str) -> str:
    """A part of a path without its escapes, unless it would then be no plain name."""
    plain = unquote(part)
    return part if plain in (".", "..") or "/" in plain or "\0" in plain else plain
