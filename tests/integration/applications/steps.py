"""What several test modules of applications do."""

import asyncio
import itertools
from typing import Any

from scalecua.core.action import Action
from scalecua.core.desktop import Desktop
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.devtools import DevTools, Tab
from scalecua.desktop.document import document

KEYS = itertools.count()
BOX = "(b => [b.left, b.top, b.width, b.height])(document.querySelector('{}').getBoundingClientRect())"


async def do(desktop: Desktop, *actions: Action, settle_s: float = 0.5) -> None:
    for action in actions:
        await desktop.act(action, key=f"step-{next(KEYS)}", settle_s=settle_s)


async def opened(desktop: GuestDesktop, name: str, *, title: str, server: str) -> tuple[DevTools, Tab]:
    """One of our pages in the desktop's browser; the script `server` is in its server's place."""
    page = bytes(document(name).body).decode().replace("<script>", f"<script>{server}</script><script>", 1)
    await desktop.write("/home/user/page.html", page.encode())
    argv = ["google-chrome", "--remote-debugging-port=9222", "--kiosk", "file:///home/user/page.html?token=t"]
    await desktop.launch(argv)
    await desktop.request("/wait_window", {"title": title, "timeout_s": 60})
    browser = DevTools(desktop)
    (tab,) = await browser.tabs()
    return browser, tab


async def middle(browser: DevTools, tab: Tab, selector: str) -> tuple[int, int]:
    left, top, width, height = await browser.evaluate(tab, BOX.format(selector))
    return int(left + width / 2), int(top + height / 2)


async def sent(browser: DevTools, tab: Tab, count: int) -> list[dict[str, Any]]:
    """What the page sent (its `window.sent`), once it is `count` actions."""
    seen: list[dict[str, Any]] = []
    for _ in range(50):
        seen = await browser.evaluate(tab, "window.sent")
        if len(seen) >= count:
            break
        await asyncio.sleep(0.1)
    return seen
