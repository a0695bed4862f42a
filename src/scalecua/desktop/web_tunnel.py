"""A port inside a desktop of another machine: its host passes the bytes on through a WebSocket."""

import asyncio
import contextlib

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.address import Address

OPEN_S = 15.0


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
        async with asyncio.timeout(OPEN_S):
            socket = await connect(url, additional_headers=bearer, max_size=None, proxy=None)
            try:
                # Empty: the port is reached.
                await socket.recv()
            except BaseException:
                await socket.close()
                raise
    except ConnectionClosed as error:
        reason = error.rcvd.reason if error.rcvd is not None else "the host hung up"
        raise DesktopError(f"port {port} of the desktop: {reason}", failure=Failure.NETWORK) from error
    except (OSError, TimeoutError, InvalidHandshake) as error:
        what = f"no way to port {port} of the desktop at {address.name}: {error}"
        raise DesktopError(what, failure=Failure.NETWORK) from error
    return Web(socket)
