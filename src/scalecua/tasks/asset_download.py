"""One file from the network, within limits of time and size."""

import hashlib
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import quote

from scalecua.tasks.asset_address import check

SILENCE_S = 30.0
WHOLE_S = 600.0
LIMIT = 512 * 1024 * 1024
PIECE = 1 << 20
ATTEMPTS = 3
PAUSE_S = 1.0
BUSY = 429
# What an address may hold besides letters and digits; anything else is sent as escapes.
PLAIN = "%:/?#[]@!$&'()*+,;=~"


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects, to addresses that might have been asked for."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        try:
            check(newurl)
        except ValueError:
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def download(url: str, to: Path) -> str:
    """Write what is at a checked URL to a file, and give its sha256.

    What may pass is tried again. OSError, HTTPException or ValueError say why it cannot be had.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _once(url, to)
        except (OSError, HTTPException) as error:
            lasting = isinstance(error, HTTPError) and error.code < 500 and error.code != BUSY
            if lasting or attempt == ATTEMPTS:
                raise
        time.sleep(PAUSE_S * attempt)
    raise AssertionError("unreachable")


def _once(url: str, to: Path) -> str:
    request = urllib.request.Request(quote(url, safe=PLAIN), headers={"User-Agent": "scalecua"})
    digest = hashlib.sha256()
    opener = urllib.request.build_opener(_Redirects())
    with opener.open(request, timeout=SILENCE_S) as answer, to.open("wb") as file:
        for piece in _pieces(answer):
            digest.update(piece)
            file.write(piece)
    return digest.hexdigest()


def _pieces(answer: HTTPResponse) -> Iterator[bytes]:
    """The body; an end before its announced length is an OSError, one too long a ValueError."""
    announced = answer.headers.get("Content-Length")
    came, end = 0, time.monotonic() + WHOLE_S
    while piece := answer.read1(PIECE):
        came += len(piece)
        if came > LIMIT:
            raise ValueError(f"it is larger than {LIMIT} bytes")
        if time.monotonic() > end:
            raise TimeoutError(f"it took more than {WHOLE_S:g} s")
        yield piece
    if announced is not None and came != int(announced):
        raise OSError(f"{came} bytes of {announced} came")
