import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from scalecua.desktop.address import Address
from scalecua.desktop.http import Broken, Connections

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def served(folder: Path, serve: Serve) -> AsyncIterator[Connections]:
    server = await asyncio.start_unix_server(serve, str(folder / "s"))
    connections = Connections(Address(folder / "s"))
    yield connections
    connections.close()
    server.close()


async def request(reader: asyncio.StreamReader) -> tuple[str, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    length = int(head.split("Content-Length: ")[1].split("\r\n")[0])
    return head, await reader.readexactly(length)


def answer(body: bytes, more: str = "") -> bytes:
    return (
        f"HTTP/1.1 200 OK\r\nContent-Type: text/x\r\n{more}content-length: {len(body)}\r\n\r\n".encode()
        + body
    )


async def test_bodies_pass_both_ways_over_one_connection(tmp_path: Path) -> None:
    made = 0

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal made
        made += 1
        while not reader.at_eof():
            _, body = await request(reader)
            writer.write(answer(body[::-1]))

    async with served(tmp_path, echo) as connections:
        for body in (b"", b"abc", bytes(range(256)) * 8000):
            reply = await connections.request("POST", "/x?y=1", "text/x", body)
            assert (reply.status, reply.kind, reply.body) == (200, "text/x", body[::-1])
        assert made == 1
        many = await asyncio.gather(*(connections.request("POST", "/", "", b"%d" % n) for n in range(5)))
        assert [reply.body for reply in many] == [b"%d" % n for n in range(5)]


async def test_connection_that_the_server_closed_is_not_used_again(tmp_path: Path) -> None:
    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(answer(b"bye"))
        await writer.drain()
        writer.close()

    async with served(tmp_path, once) as connections:
        for _ in range(3):
            assert (await connections.request("GET", "/")).body == b"bye"
            await asyncio.sleep(0.02)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"HTTP/1.1 200 OK\r\ncontent-le",
        answer(b"whole")[:-2],
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"gibberish\r\n\r\n",
    ],
)
async def test_half_an_answer_is_none(tmp_path: Path, sent: bytes) -> None:
    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request(reader)
        writer.write(sent)
        await writer.drain()
        writer.close()

    async with served(tmp_path, half) as connections:
        with pytest.raises(Broken):
            await connections.request("GET", "/")


async def test_cancelled_request_leaves_no_answer_to_the_next(tmp_path: Path) -> None:
    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            head, _ = await request(reader)
            await asyncio.sleep(0.1 if "/slow" in head else 0)
            writer.write(answer(head.split()[1].encode()))

    async with served(tmp_path, slow) as connections:
        await connections.request("GET", "/first")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02):
                await connections.request("GET", "/slow")
        assert (await connections.request("GET", "/next")).body == b"/next"


async def test_nothing_passes_after_the_end(tmp_path: Path) -> None:
    with pytest.raises(Broken):
        await Connections(Address(tmp_path / "nobody")).request("GET", "/")
    connections = Connections(Address(tmp_path / "s"))
    connections.close()
    with pytest.raises(Broken, match="given back"):
        await connections.request("GET", "/")
