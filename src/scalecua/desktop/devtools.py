"""A browser inside a desktop, by Chrome's DevTools protocol: its tabs, and what their pages hold."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from websockets.client import ClientProtocol
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from scalecua.core.desktop import Desktop, Stream
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop.fetch import ANSWER_LIMIT, Page, fetch

PORT = 9222
ANSWER_S = 30.0
PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Tab:
    """A page; `socket` is the path by which it takes commands."""

    id: str
    title: str
    url: str
    socket: str


class DevTools:
    """The browser that listens on `port`; every call raises DesktopError when it does not answer."""

    def __init__(self, desktop: Desktop, port: int = PORT) -> None:
        self._desktop = desktop
        self._port = port

    async def tabs(self) -> list[Tab]:
        """Its pages, the one that was active last first."""
        return [_tab(said) for said in (await self._ask("/json/list")).json() if said["type"] == "page"]

    async def open(self, url: str) -> Tab:
        """A new tab at an address; the page may still be loading."""
        return _tab((await self._ask(f"/json/new?{quote(url, safe='')}", method="PUT")).json())

    async def close(self, tab: Tab) -> None:
        """Close a tab."""
        await self._ask(f"/json/close/{tab.id}")

    async def activate(self, tab: Tab) -> None:
        """Show a tab."""
        await self._ask(f"/json/activate/{tab.id}")

    async def evaluate(self, tab: Tab, expression: str) -> Any:
        """The value of a JavaScript expression in a page, awaited if it is a promise."""
        asked = {"expression": expression, "returnByValue": True, "awaitPromise": True}
        said = await self.command(tab, "Runtime.evaluate", asked)
        if "exceptionDetails" in said:
            raise DesktopError(f"{tab.url}: {expression!r} fails: {said['exceptionDetails']['text']}")
        return said["result"].get("value")

    async def command(self, tab: Tab, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """The result of one command of the protocol to a page."""
        stream = await self._desktop.connect(self._port)
        try:
            with boundary(DesktopError, f"{method} to the browser failed", failure=Failure.GUEST):
                async with asyncio.timeout(ANSWER_S):
                    text = json.dumps({"id": 1, "method": method, "params": parameters})
                    return await _once(stream, f"ws://localhost:{self._port}{tab.socket}", text)
        finally:
            await stream.close()

    async def _ask(self, target: str, method: str = "GET") -> Page:
        page = await fetch(self._desktop, self._port, target, method=method)
        if page.status != 200:
            said = page.body[:200].decode("utf-8", "replace")
            raise DesktopError(f"the browser's {target}: {page.status} {said}", failure=Failure.GUEST)
        return page


def _tab(said: dict[str, Any]) -> Tab:
    return Tab(said["id"], said["title"], said["url"], urlsplit(said["webSocketDebuggerUrl"]).path)


async def _once(stream: Stream, url: str, text: str) -> dict[str, Any]:
    """Open a WebSocket, send one command, and await its answer among the events."""
    link = ClientProtocol(parse_uri(url), max_size=ANSWER_LIMIT)
    link.send_request(link.connect())
    await _flush(stream, link)
    asked, parts = False, bytearray()
    while True:
        data = await stream.read(PIECE)
        if not data:
            raise WebSocketException("the browser hung up")
        link.receive_data(data)
        for event in link.events_received():
            if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.CONT):
                parts += event.data
                if len(parts) > ANSWER_LIMIT:
                    raise WebSocketException(f"a message has more than {ANSWER_LIMIT} bytes")
                if event.fin:
                    said, parts = json.loads(parts), bytearray()
                    if said.get("id") == 1:
                        return _result(said)
        if link.handshake_exc is not None:
            raise link.handshake_exc
        if not asked and link.state.name == "OPEN":
            asked = True
            link.send_text(text.encode())
        await _flush(stream, link)


def _result(said: dict[str, Any]) -> dict[str, Any]:
    if "error" in said:
        raise DesktopError(f"the browser refuses: {said['error']['message']}")
    return dict(said["result"])


async def _flush(stream: Stream, link: ClientProtocol) -> None:
    for data in link.data_to_send():
        if data:
            await stream.write(data)
