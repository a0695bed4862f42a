"""The page of a demonstration in a real browser: one action for every picture, words joined, and an end."""

import asyncio

import pytest

from scalecua.core.action import LeftClick, Type
from scalecua.desktop.client import GuestDesktop

from .steps import do, middle, opened, sent

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
# In the server's place, which no desktop can reach: an episode of three turns that takes a while to settle.
SERVER = """
window.sent = []; window.turn = 1; window.yours = true; window.pictures = 0;
window.fetch = async (address, options) => {
  const path = address.split("?")[0];
  if (path === "/turn") return new Response(JSON.stringify({ instruction: "Say hello.", turn: window.turn,
    turns: 3, yours: window.yours, told: window.turn === 2 ? "the position is off the screen" : "",
    ended: window.turn > 3 ? { score: 1, reason: "as it should be" } : null }));
  if (path.endsWith("/action")) {
    window.sent.push({ path, ...JSON.parse(options.body) });
    window.yours = false;
    setTimeout(() => { window.turn += 1; window.yours = true; }, 600);
    return new Response("{}");
  }
  window.pictures += 1;
  const canvas = new OffscreenCanvas(800, 640), context = canvas.getContext("2d");
  context.fillStyle = "teal"; context.fillRect(0, 0, 800, 640);
  return new Response(await canvas.convertToBlob());
};
"""


async def test_a_person_gives_one_action_for_every_picture(desktop: GuestDesktop) -> None:
    browser, tab = await opened(desktop, "demonstrate.html", title="Demonstration", server=SERVER)
    x, y = await middle(browser, tab, "#screen")
    await do(desktop, LeftClick(x, y), settle_s=0.0)
    (click,) = await sent(browser, tab, 1)
    assert (click["path"], click["kind"]) == ("/turns/1/action", "left_click")
    assert (click["x"], click["y"]) == (pytest.approx(400, abs=1), pytest.approx(320, abs=1))
    # Between two pictures nothing is anybody's turn: what is typed now is for no screen that was seen.
    await do(desktop, Type("lost"), settle_s=0.0)
    await asyncio.sleep(1.5)
    assert await browser.evaluate(tab, "document.getElementById('told').textContent") == (
        "the position is off the screen"
    )
    await do(desktop, Type("hello <b>"), settle_s=0.3)
    assert await browser.evaluate(tab, "document.getElementById('typing').textContent") == "typing: hello <b>"
    assert len(await sent(browser, tab, 1)) == 1
    await do(desktop, LeftClick(*await middle(browser, tab, "#text")), Type("it is done"), settle_s=0.3)
    await do(desktop, LeftClick(*await middle(browser, tab, "#answer")), settle_s=0.3)
    written, answer = (await sent(browser, tab, 3))[1:]
    assert (written["path"], written["kind"], written["text"]) == ("/turns/2/action", "type", "hello <b>")
    assert (answer["path"], answer["kind"], answer["text"]) == ("/turns/3/action", "answer", "it is done")
    await asyncio.sleep(1.5)
    assert await browser.evaluate(tab, "document.getElementById('note').textContent") == "score 1"
    assert await browser.evaluate(tab, "window.pictures") == 3
