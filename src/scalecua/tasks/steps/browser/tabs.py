"""`chrome_open_tabs` and `chrome_close_tabs`."""

import asyncio
from typing import Literal

from pydantic import Field

from scalecua.desktop.devtools import Tab
from scalecua.tasks.getters.browser.live import PAUSE_S, START_S, Browser, arrived, failed, running
from scalecua.tasks.metrics.browser.address import address
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed

LOAD_S = 60.0
CLOSE_S = 10.0
EMPTY = ("about:blank", "chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/")
REASON = "(document.body.innerText.match(/ERR_\\w+/) || ['for no reason that it gives'])[0]"


class ChromeOpenTabs(Step):
    """Open pages in the browser that runs, in order, the last one in front; empty tabs are closed.

    A page that cannot be had at all fails the step; one that is slow is left to load.
    """

    type: Literal["chrome_open_tabs"] = "chrome_open_tabs"
    urls_to_open: tuple[str, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Open them."""
        browser = await _there(scene)
        opened = [await self._open(browser, url) for url in self.urls_to_open]
        await browser.tools.activate(opened[-1])
        for tab in browser.tabs:
            if tab.url in EMPTY:
                await browser.tools.close(tab)

    async def _open(self, browser: Browser, url: str) -> Tab:
        tab = await browser.tools.open(url)
        await arrived(browser, tab, url)
        await browser.loaded(tab, LOAD_S)
        if await failed(browser, tab):
            raise StepFailed(f"the browser cannot load {url}: {await browser.asked(tab, REASON)}")
        return tab


class ChromeCloseTabs(Step):
    """Close, for each address, one tab that shows its page; there must be one."""

    type: Literal["chrome_close_tabs"] = "chrome_close_tabs"
    urls_to_close: tuple[str, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Close them, and see them gone."""
        browser = await _there(scene)
        left = list(browser.tabs)
        for url in self.urls_to_close:
            tab = next((tab for tab in left if address(tab.url) == address(url)), None)
            if tab is None:
                raise StepFailed(f"no tab shows {url}; there are {[tab.url for tab in left]!r:.500}")
            left.remove(tab)
            await browser.tools.close(tab)
        await _gone(browser, {tab.id for tab in browser.tabs} - {tab.id for tab in left})


async def _there(scene: Scene) -> Browser:
    """The browser that runs, once it has a tab."""
    deadline = asyncio.get_running_loop().time() + START_S
    while True:
        browser = await running(scene)
        if browser is not None and browser.tabs:
            return browser
        if asyncio.get_running_loop().time() > deadline:
            raise StepFailed(f"no browser answers within {START_S:g} s")
        await asyncio.sleep(PAUSE_S)


async def _gone(browser: Browser, ids: set[str]) -> None:
    deadline = asyncio.get_running_loop().time() + CLOSE_S
    while shown := ids & {tab.id for tab in await browser.tools.tabs()}:
        if asyncio.get_running_loop().time() > deadline:
            raise StepFailed(f"{len(shown)} of the tabs do not close")
        await asyncio.sleep(PAUSE_S)
