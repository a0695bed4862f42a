"""The page of live desktops in a real browser: a person's mouse and keyboard become a policy's actions."""

import asyncio

import pytest

from scalecua.core.action import DoubleClick, Key, LeftClick, LeftClickDrag, RightClick, Scroll, Type
from scalecua.desktop.client import GuestDesktop

from .steps import BOX, do, middle, opened, sent

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
# In the server's place, which no desktop can reach: two desktops, and a list of what was sent.
SERVER = """
window.sent = [];
window.fetch = async (address, options) => {
  const path = address.split("?")[0];
  if (path === "/desktops") return new Response(JSON.stringify({ hands: HANDS, desktops: [
    { id: "one", backend: "bubblewrap", owner: 7 }, { id: "two", backend: "docker", owner: 8 }] }));
  if (path.endsWith("/act")) {
    const body = JSON.parse(options.body);
    await new Promise(done => setTimeout(done, body.action.text === "n" ? 300 : 1));
    window.sent.push({ path, ...body.action });
    return new Response("{}");
  }
  const canvas = new OffscreenCanvas(1280, 800), context = canvas.getContext("2d");
  context.fillStyle = "teal"; context.fillRect(0, 0, 1280, 800);
  return new Response(await canvas.convertToBlob());
};
"""
TRIPLE_S = 0.7
# Before this the page lets a click pass by.
TAKES = "document.querySelector('#hands').checked && document.querySelector('#screen').naturalWidth > 0"
TAKES_S = 10.0


def page(*, hands: bool) -> dict[str, str]:
    server = SERVER.replace("HANDS", "true" if hands else "false")
    return {"name": "gallery.html", "title": "Live desktops", "server": server}


async def test_a_persons_input_becomes_actions_in_order(desktop: GuestDesktop) -> None:
    browser, tab = await opened(desktop, **page(hands=True))
    assert await browser.evaluate(tab, "document.querySelectorAll('figure').length") == 2
    await do(desktop, LeftClick(*await middle(browser, tab, "figure[data-id=two]")))
    await do(desktop, LeftClick(*await middle(browser, tab, "#hands")))
    async with asyncio.timeout(TAKES_S):
        while not await browser.evaluate(tab, TAKES):
            await asyncio.sleep(0.1)
    left, top, width, height = await browser.evaluate(tab, BOX.format("#screen"))
    scale = min(width / 1280, height / 800)
    x, y = int(left + width / 2), int(top + height / 2)
    await do(desktop, LeftClick(x, y), settle_s=1)
    # Sooner it would be the first of three clicks, for the browser as for the page.
    await asyncio.sleep(TRIPLE_S)
    await do(desktop, DoubleClick(x + 60, y), RightClick(x, y + 9), settle_s=1)
    await do(desktop, LeftClickDrag(x, y, x + 60, y + 30), Scroll(x, y, "down", 1), Type("né"), settle_s=1)
    await do(desktop, Key(("ctrl", "s")), settle_s=1)
    seen = await sent(browser, tab, 8)
    assert {one["path"] for one in seen} == {"/desktops/two/act"}
    kinds = [one["kind"] for one in seen]
    assert kinds == [
        *("left_click", "double_click", "right_click", "left_click_drag", "scroll", "type", "type", "key")
    ]
    assert abs(seen[0]["x"] - 640) <= 1
    assert abs(seen[0]["y"] - 400) <= 1
    assert abs(seen[1]["x"] - 640 - 60 / scale) <= 1
    assert abs(seen[3]["to_x"] - 640 - 60 / scale) <= 1
    assert [one["text"] for one in seen[5:7]] == ["n", "é"]
    assert seen[7]["keys"] == ["ctrl", "s"]


async def test_without_permission_nothing_is_sent(desktop: GuestDesktop) -> None:
    browser, tab = await opened(desktop, **page(hands=False))
    await do(desktop, LeftClick(*await middle(browser, tab, "figure[data-id=one]")))
    assert await browser.evaluate(tab, "document.getElementById('offer').hidden")
    await do(desktop, LeftClick(*await middle(browser, tab, "#screen")), Type("x"), settle_s=1)
    assert await sent(browser, tab, 1) == []
    await do(desktop, Key(("f10",)), settle_s=1)
    assert await browser.evaluate(tab, "document.getElementById('one').className") == ""
