"""HTTP/1.1 over a Unix socket or TCP, as much of it as the guest server speaks: every body has a length.

A general client costs a millisecond of CPU for each request, which is as much as the desktop's own part of
a click; an episode has some thirty requests.
"""

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from scalecua.desktop.address import Address

HEAD_LIMIT = 64 << 10
CHUNK = 256 << 10


class Broken(Exception):
    """The connection could not be made, or broke before the whole answer had come."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; `kind` is its media type."""

    status: int
    kind: str
    body: bytes

    def json(self) -> Any:
        """The body read as JSON; ValueError if it is none."""
        return json.loads(self.body)

    def value(self) -> Any:
        """The body as its kind says: JSON read, text as a string, anything else as bytes."""
        if self.kind.startswith("application/json"):
            return self.json()
        return self.body.decode() if not self.kind or self.kind.startswith("text/") else self.body


class Connections:
    """Connections to one address, kept open between requests; one request at a time on each."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in address.headers.items())
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self._closed = False

    async def request(self, method: str, target: str, kind: str = "", body: bytes = b"") -> Reply:
        """Send one request and await its answer; Broken if the connection fails, in either direction."""
        if self._closed:
            raise Broken("the desktop was given back")
        try:
            reader, writer = await self._connection()
            try:
                head = f"{method} {self._address.prefix}{target} HTTP/1.1\r\n{self._headers}"
                head += f"Content-Length: {len(body)}\r\n"
                writer.write(f"{head}Content-Type: {kind}\r\n\r\n".encode() + body[:CHUNK])
                await writer.drain()
                # Piece by piece: what the transport holds back it moves in memory with every send.
                for start in range(CHUNK, len(body), CHUNK):
                    writer.write(body[start : start + CHUNK])
                    await writer.drain()
                reply, lasting = await _reply(reader)
            except BaseException:
                writer.transport.abort()
                raise
        except (OSError, EOFError, LookupError, ValueError, asyncio.LimitOverrunError) as error:
            raise Broken(repr(error)) from error
        if lasting and not self._closed:
            self._idle.append((reader, writer))
        else:
            writer.close()
        return reply

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return await self._address.connect(HEAD_LIMIT)

    def close(self) -> None:
        """Close what is open; requests are Broken from now on."""
        self._closed = True
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()


async def _reply(reader: asyncio.StreamReader) -> tuple[Reply, bool]:
    """The answer, and whether the connection stays open after it."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers["content-length"]))
    lasting = headers.get("connection", "").lower() != "close"
    return Reply(int(first.split()[1]), headers.get("content-type", ""), body), lasting
