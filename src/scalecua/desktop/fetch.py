"""HTTP to a server inside a desktop, through its tunnel."""

import asyncio
import base64
import json
from dataclasses import dataclass
from typing import Any

import h11

from scalecua.core.desktop import Desktop, Stream
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure

PIECE = 1 << 16
ANSWER_S = 30.0
# What listens in a desktop may be an agent's own: it does not fill our memory.
ANSWER_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Page:
    """An answer."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The body read as JSON; ValueError if it is none."""
        return json.loads(self.body)


async def fetch(
    desktop: Desktop, port: int, target: str, *, method: str = "GET", password: str | None = None
) -> Page:
    """One request to `localhost:port` inside; the user's name is empty where there is a `password`.

    DesktopError if nothing listens there, or what does speaks no HTTP or without end.
    """
    stream = await desktop.connect(port)
    headers = [("Host", f"localhost:{port}"), ("Connection", "close"), ("Content-Length", "0")]
    if password is not None:
        headers.append(("Authorization", f"Basic {base64.b64encode(f':{password}'.encode()).decode()}"))
    try:
        with boundary(DesktopError, f"port {port} of the desktop answers no HTTP", failure=Failure.GUEST):
            async with asyncio.timeout(ANSWER_S):
                return await exchange(stream, h11.Request(method=method, target=target, headers=headers))
    finally:
        await stream.close()


async def exchange(stream: Stream, request: h11.Request, body: bytes = b"") -> Page:
    """The whole answer to a request; h11.ProtocolError if it is no HTTP, EOFError if it is too long."""
    link = h11.Connection(h11.CLIENT)
    parts = (request, h11.Data(data=body), h11.EndOfMessage())
    await stream.write(b"".join(link.send(part) or b"" for part in parts))
    status, said = 0, bytearray()
    while True:
        event = link.next_event()
        if event is h11.NEED_DATA:
            link.receive_data(await stream.read(PIECE))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            said += event.data
            if len(said) > ANSWER_LIMIT:
                raise EOFError(f"the answer has more than {ANSWER_LIMIT} bytes")
        elif isinstance(event, h11.EndOfMessage):
            return Page(status, bytes(said))
