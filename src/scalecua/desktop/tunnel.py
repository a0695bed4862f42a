"""A port inside a desktop, reached through its guest server: guests have no network."""

import asyncio
from dataclasses import dataclass

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.address import Address

HEAD_LIMIT = 64 << 10
OPEN_S = 15.0


@dataclass(frozen=True, slots=True)
class Wire:
    """Implements core's `Stream` over a connection of ours."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def read(self, limit: int) -> bytes:
        """At most `limit` bytes, as soon as there are any; none when the other side has ended."""
        return await self.reader.read(limit)

    async def write(self, data: bytes) -> None:
        """Send all of it."""
        self.writer.write(data)
        await self.writer.drain()

    async def close(self) -> None:
        """End it for both sides."""
        self.writer.close()


async def through(address: Address, port: int) -> Stream:
    """A stream to a port of the desktop at an address; DesktopError if nothing listens on it."""
    try:
        async with asyncio.timeout(OPEN_S):
            reader, writer = await address.connect(HEAD_LIMIT)
            try:
                await _ask(address, port, reader, writer)
            except BaseException:
                writer.close()
                raise
    except (OSError, EOFError, TimeoutError, ValueError, asyncio.LimitOverrunError) as cause:
        what = f"no way to port {port} of the desktop at {address.name}: {cause!r}"
        raise DesktopError(what, failure=Failure.CRASH) from cause
    return Wire(reader, writer)


async def _ask(
    address: Address, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Ask the guest to turn this connection into one to the port."""
    headers = "".join(f"{name}: {value}\r\n" for name, value in address.headers.items())
    more = "Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n"
    writer.write(f"GET {address.prefix}/connect?port={port} HTTP/1.1\r\n{headers}{more}".encode())
    await writer.drain()
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status = int(head.split()[1])
    if status != 101:
        said = (await reader.read(HEAD_LIMIT)).decode("utf-8", "replace")
        raise DesktopError(f"port {port} of the desktop: {said or status}", failure=Failure.NETWORK)
