"""A desktop's Unix socket behind a TCP port of this machine, for those who know the token."""

import asyncio
import binascii
import contextlib
import hmac
from urllib.parse import parse_qs, urlsplit

from scalecua.desktop.address import Address

HEAD_LIMIT = 32 << 10
HEAD_S = 30.0
CHUNK = 1 << 16
BODY = (
    b'{"error": "a token is required: send \\"Authorization: Bearer TOKEN\\", add ?token=TOKEN, '
    b'or name the host as any:TOKEN@HOST"}'
)
REFUSAL = (
    b"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nWWW-Authenticate: Bearer\r\n"
    b"Connection: close\r\nContent-Length: " + str(len(BODY)).encode() + b"\r\n\r\n" + BODY
)


class Gate:
    """Checks the first request of every connection, then passes bytes both ways."""

    def __init__(self, address: Address, token: str) -> None:
        self._address = address
        self._token = token

    async def listen(self, port: int) -> asyncio.Server:
        """Listen on 127.0.0.1 only; port 0 takes a free one."""
        return await asyncio.start_server(self._connection, "127.0.0.1", port, limit=HEAD_LIMIT)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_S)
            if self._admits(head):
                inner, outer = await self._address.connect(HEAD_LIMIT)
                outer.write(head)
                await asyncio.gather(_pass(reader, outer), _pass(inner, writer))
            else:
                writer.write(REFUSAL)
                await writer.drain()
        writer.close()

    def _admits(self, head: bytes) -> bool:
        request, *lines = head.decode("latin-1").split("\r\n")
        offered = [
            line.split(":", 1)[1].strip() for line in lines if line.lower().startswith("authorization:")
        ]
        tokens = [value[7:] for value in offered if value.lower().startswith("bearer ")]
        tokens += [_password(value[6:]) for value in offered if value.lower().startswith("basic ")]
        target = request.split(" ")[1] if request.count(" ") == 2 else ""
        tokens += parse_qs(urlsplit(target).query).get("token", [])
        return any(hmac.compare_digest(token.encode(), self._token.encode()) for token in tokens)


def _password(offered: str) -> str:
    """What clients send that know no more than an address: http://any:TOKEN@127.0.0.1:PORT."""
    try:
        return binascii.a2b_base64(offered).decode("utf-8", "replace").partition(":")[2]
    except binascii.Error:
        return ""


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Bytes from one side to the other until the first ends, then close the second."""
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()
