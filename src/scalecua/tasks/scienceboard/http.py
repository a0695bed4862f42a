"""HTTP to the machine that holds the applications: what the rest needs of it, and a client over TCP."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import h11

from scalecua.desktop.fetch import exchange
from scalecua.desktop.tunnel import Wire

# Of the guest's server, and of an application's own.
GUEST, APPLICATION = 5000, 8000


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
            request = h11.Request(method=method, target=target, headers=headers)
            page = await exchange(Wire(reader, writer), request, body)
            return Reply(page.status, page.body)
        except (OSError, EOFError, h11.ProtocolError) as error:
            raise Broken(f"{self.host}:{port}{target}: {error!r}") from error
        finally:
            writer.transport.abort()
