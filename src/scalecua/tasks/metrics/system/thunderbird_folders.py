"""`check_thunderbird_folder`: mail folders, or single messages, that hold the same messages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.unreadable import agents

LIMIT = 64 * 1024 * 1024
DAY = r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}"
# Of Thunderbird's own separator only the dash is certain: some files have it in capitals.
ENVELOPE = re.compile(rf"^(?:From|FROM) (?:-.*|\S+ +{DAY}.*)$\n?", re.MULTILINE)
STATUS = re.compile(r"^X-Mozilla-Status: *([0-9a-fA-F]{4})", re.MULTILINE)
DELETED = 0x0008
STATUS_LINES = re.compile(r"^X-Mozilla-Status2?:.*\n?", re.MULTILINE)
KEYS_LINES = re.compile(r"^X-Mozilla-Keys:.*\n?(?:[ \t].*\n?)*", re.MULTILINE)


def check_thunderbird_folder(
    result: Any,
    expected: Any,
    *,
    remove_deleted: bool = True,
    remove_duplicate: bool = True,
    ignore_status: bool = False,
    ignore_keys: bool = False,
) -> float:
    """1 where each file holds the same messages, headers and all, as the expected one in its place.

    Their order, the lines that separate them and the kind of line ends do not matter. Messages marked as
    deleted (`remove_deleted`) and repetitions (`remove_duplicate`) do not count. `ignore_status` leaves the
    headers X-Mozilla-Status and X-Mozilla-Status2 out, `ignore_keys` X-Mozilla-Keys.
    """

    def messages(path: Path) -> list[str]:
        found = []
        for head, body in _messages(path):
            if remove_deleted and _deleted(head):
                continue
            kept = STATUS_LINES.sub("", head) if ignore_status else head
            kept = KEYS_LINES.sub("", kept) if ignore_keys else kept
            found.append(f"{kept.strip()}\n\n{body.strip()}")
        return sorted(set(found) if remove_duplicate else found)

    theirs = [messages(path) for path in (expected if isinstance(expected, list) else [expected])]
    files = result if isinstance(result, list) else [result]
    with agents("a mail folder"):
        mine = [messages(path) for path in files]
    return float(mine == theirs)


def _messages(path: Any) -> Iterator[tuple[str, str]]:
    """Head and body of every message of a file; ValueError if it is none, or too large."""
    if not isinstance(path, Path):
        raise ValueError(f"{type(path).__name__} is no file")
    if path.stat().st_size > LIMIT:
        raise ValueError(f"{path.name} is larger than {LIMIT} bytes")
    text = path.read_bytes().decode("latin-1").replace("\r\n", "\n")
    for message in ENVELOPE.split(text):
        if message.strip():
            head, _, body = message.lstrip("\n").partition("\n\n")
            yield head, body


def _deleted(head: str) -> bool:
    status = STATUS.search(head)
    return status is not None and bool(int(status[1], 16) & DELETED)
