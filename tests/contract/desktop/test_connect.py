"""A port inside a desktop is reached through its guest server, and only by whoever holds the desktop."""

import asyncio

import pytest

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

pytestmark = [pytest.mark.desktops, pytest.mark.ours, pytest.mark.asyncio(loop_scope="module")]
PORT = 8765
# Answers every piece with the same bytes, each one greater; hangs up after a zero.
ECHO = f"""
import socket, threading
def serve(one):
    while data := one.recv(65536):
        one.sendall(bytes((byte + 1) % 256 for byte in data))
        if 0 in data:
            break
    one.close()
server = socket.create_server(("127.0.0.1", {PORT}))
open("/tmp/listening", "w").close()
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
"""


async def listening(desktop: GuestDesktop) -> None:
    await desktop.launch(["python3", "-c", ECHO])
    until = "for _ in $(seq 100); do [ -e /tmp/listening ] && exit; sleep 0.1; done; exit 1"
    assert (await desktop.execute(["sh", "-c", until], timeout_s=20)).returncode == 0


async def exactly(stream: Stream, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = await asyncio.wait_for(stream.read(65536), 20)
        assert piece, f"ended after {len(data)} of {size} bytes"
        data += piece
    return data


async def test_bytes_go_both_ways_as_they_are(desktop: GuestDesktop) -> None:
    await listening(desktop)
    stream = await desktop.connect(PORT)
    sent = bytes(range(1, 255)) * 4000
    async with asyncio.TaskGroup() as group:
        group.create_task(stream.write(sent))
        got = group.create_task(exactly(stream, len(sent)))
    assert got.result() == bytes(byte + 1 for byte in sent)
    await stream.close()


async def test_many_streams_do_not_mix(desktop: GuestDesktop) -> None:
    await listening(desktop)
    streams = [await desktop.connect(PORT) for _ in range(5)]
    for number, stream in enumerate(streams):
        await stream.write(bytes([10 + number]))
    assert [await exactly(stream, 1) for stream in streams] == [bytes([11 + n]) for n in range(5)]
    assert (await desktop.health()).ready
    for stream in streams:
        await stream.close()


async def test_the_other_side_ends_it(desktop: GuestDesktop) -> None:
    await listening(desktop)
    stream = await desktop.connect(PORT)
    await stream.write(b"\0")
    assert await exactly(stream, 1) == b"\1"
    assert await asyncio.wait_for(stream.read(10), 20) == b""
    await stream.close()


async def test_a_port_without_anybody_is_named(desktop: GuestDesktop) -> None:
    with pytest.raises(DesktopError, match="port 4") as caught:
        await desktop.connect(4)
    assert caught.value.failure is Failure.NETWORK
    with pytest.raises(DesktopError, match="must be 1 to 65535"):
        await desktop.connect(70000)


async def test_it_ends_with_the_lease_and_is_gone_for_the_next_holder(pool: LocalPool) -> None:
    async with pool.lease("default") as desktop:
        await listening(desktop)
        stream = await desktop.connect(PORT)
    assert await asyncio.wait_for(stream.read(10), 20) == b""
    await stream.close()
    async with pool.lease("default") as desktop:
        with pytest.raises(DesktopError, match="nothing answers"):
            await desktop.connect(PORT)
