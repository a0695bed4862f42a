"""Every application comes up by its catalogue entry, alone: no dialog of a first run, no crash recovery."""

import asyncio

import pytest

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.catalogue import Application, named, of, start
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.devtools import DevTools
from scalecua.desktop.fetch import fetch

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
# The map that GRASS shows beside its layers.
BESIDE = {"grass": 1}


@pytest.mark.parametrize("application", of("all"), ids=lambda one: one.name)
async def test_it_comes_up_alone(desktop: GuestDesktop, application: Application) -> None:
    await start(desktop, application)
    seen = (await desktop.forward("GET", "/windows", "", b"")).json()["windows"]
    shown = [window["title"] for window in seen if window["mapped"] and window["title"]]
    assert len(shown) == 1 + BESIDE.get(application.name, 0), shown
    if "tree" in application.reads:
        assert (await desktop.tree()).count("<") > 20


async def test_a_browser_is_read_by_its_devtools(desktop: GuestDesktop) -> None:
    await start(desktop, named("chromium"))
    browser = DevTools(desktop)
    first = await browser.tabs()
    tab = await browser.open("data:text/html,<title>A page</title><p id=p>words</p>")
    loaded = "new Promise(done => document.readyState === 'complete' ? done(1) : onload = () => done(1))"
    for _ in range(100):
        if {one.title for one in await browser.tabs()} >= {"A page"}:
            break
        await asyncio.sleep(0.1)
    assert await browser.evaluate(tab, loaded) == 1
    assert await browser.evaluate(tab, "document.getElementById('p').innerText") == "words"
    assert {one.title for one in await browser.tabs()} >= {"A page"}
    with pytest.raises(DesktopError, match=r"no\.such"):
        await browser.evaluate(tab, "no.such")
    await browser.close(tab)
    for _ in range(100):
        if len(await browser.tabs()) == len(first):
            break
        await asyncio.sleep(0.1)
    assert len(await browser.tabs()) == len(first)


async def test_a_player_is_read_by_its_web_interface(desktop: GuestDesktop) -> None:
    player = named("vlc")
    await start(desktop, player)
    assert player.port is not None
    page = await fetch(desktop, player.port, "/requests/status.json", password="password")
    assert (page.status, page.json()["state"]) == (200, "stopped")
    assert (await fetch(desktop, player.port, "/requests/status.json")).status == 401


async def test_one_that_does_not_come_up_is_a_failed_setup(desktop: GuestDesktop) -> None:
    absent = Application("absent", "light", ("xterm",), "absent", ())
    with pytest.raises(DesktopError, match="absent showed no window within") as caught:
        await start(desktop, absent, timeout_s=2)
    assert caught.value.failure is Failure.SETUP
