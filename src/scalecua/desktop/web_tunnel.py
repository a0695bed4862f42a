"""A port inside a desktop of another machine: its host passes the bytes on through a WebSocket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.address import Address

CHUNK = 1 << 16
# An application's code of a WebSocket's end: the port could not be reached.
UNREACHABLE = 4502
# A frame that closes a WebSocket holds no longer reason.
REASON_BYTES = 120


class Web:
    """Implements core's `Stream` over a WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._rest = b""

    async def read(self, limit: int) -> bytes:
        """At most `limit` bytes, as soon as there are any; none when the other side has ended."""
        if not self._rest:
            with contextlib.suppress(ConnectionClosed):
                message = await self._socket.recv()
                self._rest = message if isinstance(message, bytes) else message.encode()
        data, self._rest = self._rest[:limit], self._rest[limit:]
        return data

    async def write(self, data: bytes) -> None:
        """Send all of it; OSError if the other side has ended."""
        try:
            await self._socket.send(data)
        except ConnectionClosed as error:
            raise ConnectionResetError(str(error)) from error

    async def close(self) -> None:
        """End it for both sides."""
        await self._socket.close()


async def through(address: Address, port: int) -> Stream:
    """A stream to a port of a leased desktop, `address` being that of the desktop at its host."""
    scheme = "wss" if address.secure else "ws"
    url = f"{scheme}://{address.host}:{address.port}{address.prefix}/connect?port={port}"
    bearer = {"Authorization": f"Bearer {address.token}"}
    try:
        socket = await connect(url, additional_headers=bearer, max_size=None, proxy=None)
        opened = await socket.recv()
    except ConnectionClosed as error:
        reason = error.rcvd.reason if error.rcvd is not None else "the host hung up"
        raise DesktopError(f"port {port} of the desktop: {reason}", failure=Failure.NETWORK) from error
    except (OSError, TimeoutError, InvalidHandshake) as error:
        what = f"no way to port {port} of the desktop at {address.name}: {error}"
        raise DesktopError(what, failure=Failure.NETWORK) from error
    assert opened == b""
    return Web(socket)


async def serve(socket: WebSocket, stream: Stream) -> None:
    """Pass bytes both ways until either side ends; the first, empty message says that the port is reached."""
    await socket.send_bytes(b"")
    onward = asyncio.create_task(_send(socket, stream))
    try:
        async for data in _received(socket):
            await stream.write(data)
    except OSError:
        pass
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
