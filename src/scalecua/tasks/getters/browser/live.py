"""The browser that runs: its tabs by DevTools, and the one in front."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop.devtools import PORT, DevTools, Tab
from scalecua.tasks.getters.base import TEXT_LIMIT
from scalecua.tasks.scene import Scene

# OSWorld's tasks start the browser on the second, and forward the first to it.
PORTS = (PORT, 1337)
COMMAND = ("google-chrome", "--remote-debugging-port=1337")
TABS = 64
ANSWER_S = 5.0
LOAD_S = 30.0
START_S = 30.0
PAUSE_S = 0.2
FRONT = "document.hasFocus() ? 2 : document.visibilityState === 'visible' ? 1 : 0"
LOADED = "document.readyState === 'complete'"
PAGE = f"document.documentElement.outerHTML.slice(0, {TEXT_LIMIT})"
TOOLS = "devtools://"
ERROR_PAGE = "chrome-error:"


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that answers, and its tabs, the one that was active last first; at most TABS."""

    tools: DevTools
    tabs: tuple[Tab, ...]

    async def front(self) -> Tab | None:
        """The tab that is looked at: it has the focus, or else is visible, or else was active last."""
        ranks: list[tuple[int, Tab]] = []
        for tab in self.tabs:
            rank = await self.asked(tab, FRONT)
            if rank == 2:
                return tab
            ranks.append((rank if rank in (0, 1) else 0, tab))
        return max(ranks, key=lambda one: one[0])[1] if ranks else None

    async def asked(self, tab: Tab, expression: str) -> Any:
        """The value of an expression in a page; None where the page does not answer."""
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self.tools.evaluate(tab, expression)
        except (DesktopError, TimeoutError):
            return None

    async def loaded(self, tab: Tab, timeout_s: float = LOAD_S) -> None:
        """Wait until a page is loaded; one that takes longer is read as far as it is there."""
        deadline = asyncio.get_running_loop().time() + timeout_s
        while await self.asked(tab, LOADED) is not True and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(PAUSE_S)


async def running(scene: Scene) -> Browser | None:
    """The browser that runs; None where none answers, DesktopError where the desktop does not either."""
    for port in PORTS:
        tools = DevTools(scene.desktop, port)
        try:
            with boundary(DesktopError, f"no browser at port {port}"):
                tabs = await tools.tabs()
        except DesktopError:
            continue
        return Browser(tools, tuple(tab for tab in tabs if not tab.url.startswith(TOOLS))[:TABS])
    await scene.desktop.execute(("true",), timeout_s=10)
    return None


async def started(scene: Scene) -> Browser:
    """The browser that runs, or else one started now; DesktopError if it does not come up."""
    found = await running(scene)
    if found is not None:
        return found
    await scene.desktop.launch(COMMAND)
    deadline = asyncio.get_running_loop().time() + START_S
    while asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(PAUSE_S)
        found = await running(scene)
        if found is not None and found.tabs:
            return found
    raise DesktopError(f"the browser does not answer {START_S:g} s after its start", failure=Failure.GUEST)


@asynccontextmanager
async def visit(browser: Browser, url: str) -> AsyncIterator[Tab]:
    """A new tab with the page at an address, loaded; afterwards the one that was in front is so again.

    DesktopError with NETWORK if the page cannot be had.
    """
    front = await browser.front()
    tab = await browser.tools.open(url)
    try:
        await arrived(browser, tab, url)
        await browser.loaded(tab)
        if await failed(browser, tab):
            raise DesktopError(f"the browser cannot load {url}", failure=Failure.NETWORK)
        yield tab
    finally:
        await browser.tools.close(tab)
        if front is not None:
            await browser.tools.activate(front)


async def failed(browser: Browser, tab: Tab) -> bool:
    """Whether the browser shows its own error in place of the page."""
    return str(await browser.asked(tab, "document.URL")).startswith(ERROR_PAGE)


async def arrived(browser: Browser, tab: Tab, url: str) -> None:
    """Wait until a new tab that is to show an address has left its empty page."""
    deadline = asyncio.get_running_loop().time() + LOAD_S
    while url != "about:blank" and asyncio.get_running_loop().time() < deadline:
        if await browser.asked(tab, "document.URL") not in (None, "", "about:blank"):
            return
        await asyncio.sleep(PAUSE_S)
