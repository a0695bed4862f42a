"""Reading CSV files in the encodings that programs write them in."""

import csv
import io
from pathlib import Path


def decoded(path: Path) -> str:
    """The text of a file in UTF-8, with a byte order mark or not, or else in Latin-1, with plain line feeds.

    ValueError for what has NUL bytes, which no text has in either.
    """
    data = path.read_bytes()
    if b"\0" in data:
        raise ValueError("it is not a text: it has NUL bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def lines(text: str) -> list[str]:
    """Its lines; a line end at the end of it does not begin another."""
    parts = text.split("\n")
    return parts[:-1] if not parts[-1] else parts


def rows(text: str) -> list[list[str]]:
    """Its records: fields between commas, in double quotes or not."""
    return list(csv.reader(io.StringIO(text, newline="")))
