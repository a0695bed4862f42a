"""The host's half of a stream to a port inside one of its desktops: a WebSocket's bytes, both ways."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import WebSocket, WebSocketDisconnect

from scalecua.core.desktop import Stream

CHUNK = 1 << 16
# An application's code of a WebSocket's end: the port could not be reached.
UNREACHABLE = 4502
# A frame that closes a WebSocket holds no longer reason.
REASON_BYTES = 120


async def refuse(socket: WebSocket, why: Exception) -> None:
    """Say that the port cannot be reached."""
    await socket.close(UNREACHABLE, str(why).encode()[:REASON_BYTES].decode("utf-8", "ignore"))


async def serve(socket: WebSocket, stream: Stream) -> None:
    """Pass bytes both ways until either side ends; the first, empty message says that the port is reached."""
    await socket.send_bytes(b"")
    onward = asyncio.create_task(_send(socket, stream))
    try:
        # The desktop's side may end first.
        with contextlib.suppress(OSError):
            async for data in _received(socket):
                await stream.write(data)
    finally:
        onward.cancel()
        await stream.close()


async def _received(socket: WebSocket) -> AsyncIterator[bytes]:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            yield await socket.receive_bytes()


async def _send(socket: WebSocket, stream: Stream) -> None:
    with contextlib.suppress(OSError, RuntimeError):
        while data := await stream.read(CHUNK):
            await socket.send_bytes(data)
        await socket.close()
