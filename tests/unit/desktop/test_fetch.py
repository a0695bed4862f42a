"""HTTP and DevTools to a port inside a desktop, where an agent's own program may be the server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from scalecua.core.desktop import Desktop, Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import devtools, fetch
from scalecua.desktop.devtools import DevTools, Tab

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
LIMIT = 1 << 20


class Local:
    """In a desktop's place: every port leads to one local server."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def connect(self, port: int) -> Stream:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)

        class One:
            async def read(self, limit: int) -> bytes:
                return await reader.read(limit)

            async def write(self, data: bytes) -> None:
                writer.write(data)
                await writer.drain()

            async def close(self) -> None:
                writer.close()

        return One()


@asynccontextmanager
async def desktop(serve: Serve) -> AsyncIterator[Desktop]:
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield cast(Desktop, Local(server.sockets[0].getsockname()[1]))
    finally:
        server.close()


async def heard(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes, endless: bytes
) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(head)
    try:
        while endless:
            writer.write(endless)
            await writer.drain()
    except ConnectionError:
        return
    finally:
        writer.close()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "ANSWER_LIMIT", LIMIT)
    monkeypatch.setattr(devtools, "ANSWER_LIMIT", LIMIT)


async def test_an_answer_is_read_to_its_end() -> None:
    head = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n[]"
    async with desktop(lambda r, w: heard(r, w, head, b"")) as one:
        page = await fetch.fetch(one, 80, "/x")
    assert (page.status, page.json()) == (404, [])


@pytest.mark.parametrize(
    ("head", "endless"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n"),
        (b"HTTP/1.1 200 OK\r\n", b"Name: " + b"x" * 65536 + b"\r\n"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", b""),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", b""),
    ],
)
async def test_what_has_no_end_or_is_no_http_is_the_guests_failure(head: bytes, endless: bytes) -> None:
    async with desktop(lambda r, w: heard(r, w, head, endless)) as one:
        with pytest.raises(DesktopError, match="answers no HTTP") as caught:
            await fetch.fetch(one, 80, "/")
    assert caught.value.failure is Failure.GUEST


@pytest.mark.parametrize("first", [0x81, 0x01])
async def test_a_message_without_end_is_the_guests_failure(first: int) -> None:
    """One frame that is larger than all may be, and a message in frames of which none is the last."""
    from websockets.asyncio.server import serve

    piece = "x" * 65536

    async def endless(link: Any) -> None:
        async def pieces() -> AsyncIterator[str]:
            while True:
                yield piece

        await link.send(pieces() if first == 0x01 else piece * 64)

    async with serve(endless, "127.0.0.1", 0) as server:
        one = cast(Desktop, Local(next(iter(server.sockets)).getsockname()[1]))
        with pytest.raises(DesktopError, match="failed") as caught:
            await DevTools(one).command(Tab("1", "", "", "/page"), "Page.enable", {})
    assert caught.value.failure is Failure.GUEST
