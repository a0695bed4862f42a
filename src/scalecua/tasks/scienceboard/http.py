"""HTTP to the machine that holds the applications: what the rest needs of it, and a client over TCP."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import h11

# Of the guest's server, and of an application's own.
GUEST, APPLICATION = 5000, 8000
BODY_LIMIT = 64 << 20
PIECE = 1 << 16


class Unreached(Exception):
    """Nothing took the request, so that it was not acted on."""


class Broken(Exception):
    """The request was taken, and no whole answer came."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer."""

    status: int
    body: bytes

    @property
    def text(self) -> str:
        """The body as text, whatever its bytes."""
        return self.body.decode("utf-8", "replace")


class Http(Protocol):
    """One request to a port of the machine; Unreached or Broken where no answer comes."""

    async def __call__(
        self, port: int, method: str, target: str, *, body: bytes = b"", kind: str = ""
    ) -> Reply:
        """Send it and await the answer, whatever its status; no longer than the caller waits."""


@dataclass(frozen=True, slots=True)
class Network:
    """A machine by its address; `ports` says where its ports are reached, if not by their own numbers."""

    host: str
    ports: Mapping[int, int] = field(default_factory=dict)

    async def __call__(
        self, port: int, method: str, target: str, *, body: bytes = b"", kind: str = ""
    ) -> Reply:
        """Over a connection of its own."""
        try:
            reader, writer = await asyncio.open_connection(self.host, self.ports.get(port, port))
        except OSError as error:
            raise Unreached(f"{self.host}:{self.ports.get(port, port)}: {error}") from error
        try:
            headers = [("Host", f"{self.host}:{port}"), ("Connection", "close")]
            headers += [("Content-Length", str(len(body)))]
            headers += [("Content-Type", kind)] if kind else []
            return await _exchange(
                reader, writer, h11.Request(method=method, target=target, headers=headers), body
            )
        except (OSError, EOFError, h11.ProtocolError) as error:
            raise Broken(f"{self.host}:{port}{target}: {error!r}") from error
        finally:
            writer.transport.abort()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> Reply:
    link = h11.Connection(h11.CLIENT)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(link.send(part) or b"")
    await writer.drain()
    status, said = 0, bytearray()
    while True:
        event = link.next_event()
        if event is h11.NEED_DATA:
            link.receive_data(await reader.read(PIECE))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            said += event.data
            if len(said) > BODY_LIMIT:
                raise EOFError(f"the answer is longer than {BODY_LIMIT} bytes")
        elif isinstance(event, h11.EndOfMessage):
            return Reply(status, bytes(said))
