"""Getters and steps of the browser on a real one, whose pages are files of the desktop."""

import asyncio
import json
from typing import Any

import pytest

from scalecua.core.action import Key
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.client import GuestDesktop
from scalecua.tasks.assets import Assets
from scalecua.tasks.getters.browser.live import running, visit
from scalecua.tasks.getters.browser.page import PdfFromUrl
from scalecua.tasks.getters.browser.profile import COMMIT_S
from scalecua.tasks.getters.parse import parse
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import StepFailed
from scalecua.tasks.steps.browser.history import UpdateBrowseHistory
from scalecua.tasks.steps.browser.tabs import ChromeCloseTabs, ChromeOpenTabs

from .steps import do

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
HOME = "/home/user"
PROFILE = f"{HOME}/.config/google-chrome/Default"
SHOP = f"file://{HOME}/shop.html?q=drip+coffee&kind=a&kind=b"
END = """
link=$(readlink ~/.config/google-chrome/SingletonLock) && pid=${link##*-} && kill $pid
gone() { for _ in $(seq 100); do [ -e /proc/$pid/exe ] || return 0; sleep 0.1; done; false; }
gone || { kill -KILL $pid; gone; }
"""
PAGE = """<!DOCTYPE html><title>Shop</title>
<h2 class="head"> Lamps </h2><p class="tag">Black</p><p class="tag">Sale</p>
<div class="route">SEA<i>to</i>NYC</div><form><input id="who" value="nobody"></form>
<div class="hours"><h3>Monday</h3>10</div><div class="hours"><h3>Friday</h3>12</div>
<ul class="crumbs"><li class="catAllProducts"><span>Toys</span></li></ul>
<script>document.getElementById("who").value = "James";</script>"""


async def start(desktop: GuestDesktop) -> Scene:
    """The browser as OSWorld's tasks start it."""
    await desktop.launch(["google-chrome", "--remote-debugging-port=1337"])
    await desktop.launch(["socat", "tcp-listen:9222,fork", "tcp:localhost:1337"])
    await desktop.request("/wait_window", {"wm_class": "chromium", "timeout_s": 60})
    return Scene(desktop, Assets())


async def stop(desktop: GuestDesktop) -> None:
    assert (await desktop.execute(["sh", "-c", END], timeout_s=40)).returncode == 0


async def get(scene: Scene, kind: str, **fields: Any) -> Any:
    return await parse({"type": kind, **fields}, "result")(scene)


def urls(*names: str) -> tuple[str, ...]:
    return tuple(f"file://{HOME}/{name}.html" for name in names)


async def pages(desktop: GuestDesktop, *names: str) -> tuple[str, ...]:
    for name in names:
        await desktop.write(f"{HOME}/{name}.html", f"<title>{name.upper()}</title><p>{name}".encode())
    return urls(*names)


async def test_the_tabs(desktop: GuestDesktop) -> None:
    scene = await start(desktop)
    a, b, c = await pages(desktop, "a", "b", "c")
    await ChromeOpenTabs(urls_to_open=(a, b, c))(scene)
    tabs = await get(scene, "open_tabs_info")
    assert sorted((tab["title"], tab["url"]) for tab in tabs) == [("A", a), ("B", b), ("C", c)]
    assert await get(scene, "active_url_from_accessTree", goto_prefix="https://www.") == c
    await do(desktop, Key(("ctrl", "1")))
    assert await get(scene, "active_url_from_accessTree") == a
    found = await get(scene, "active_tab_info", goto_prefix="https://")
    assert (found["title"], found["url"]) == ("A", a)
    assert "<p>a" in found["content"]
    await ChromeCloseTabs(urls_to_close=(b,))(scene)
    tabs = await get(scene, "open_tabs_info")
    assert metric("is_expected_tabs")(tabs, {"type": "url", "urls": [c, a]}) == 1
    await do(desktop, Key(("ctrl", "shift", "t")), settle_s=2)
    tabs = await get(scene, "open_tabs_info")
    assert metric("is_expected_tabs")(tabs, {"type": "url", "urls": [a, b, c]}) == 1
    with pytest.raises(StepFailed, match="no tab shows"):
        await ChromeCloseTabs(urls_to_close=(SHOP,))(scene)
    with pytest.raises(
        StepFailed, match=r"cannot load https://www\.nowhere\.example/: ERR_INTERNET_DISCONNECTED"
    ):
        await ChromeOpenTabs(urls_to_open=("https://www.nowhere.example/",))(scene)
    await stop(desktop)
    assert await get(scene, "open_tabs_info") is None
    assert await get(scene, "active_tab_info") is None
    assert await get(scene, "active_url_from_accessTree") is None


async def test_a_page(desktop: GuestDesktop) -> None:
    scene = await start(desktop)
    await desktop.write(f"{HOME}/shop.html", PAGE.encode())
    await ChromeOpenTabs(urls_to_open=(SHOP,))(scene)
    asked: dict[str, Any] = {"parse_keys": ["q", "kind", "no"], "replace": {"q": "asked"}}
    values = await get(scene, "active_tab_url_parse", **asked)
    assert values == {"asked": "drip coffee", "kind": ["a", "b"], "no": ""}
    classes: dict[str, Any] = {
        "class_singleObject": {"head": "title", "none": "missing"},
        "class_multiObject": {"tag": {"1": "second", "2": "third"}},
        "class_multiObject_child": {"route": {"0": "start", "1": "end"}},
        "class_multiObject_only_child": {"hours": {"1": "day"}},
        "class_multiObject_search_exist": {"tag": ["Black", "Red", "is_other_exist"]},
    }
    assert await get(scene, "active_tab_html_parse", category="class", **classes) == {
        **{"title": "Lamps", "missing": "", "second": "Sale", "third": ""},
        **{"start": "SEA", "end": "NYC", "day": "Friday"},
        **{"Black": True, "Red": False, "is_other_exist": True},
    }
    path = {"//p[@class='tag'][2]": "tag"}
    assert await get(scene, "active_tab_html_parse", category="xpath", xpathObject=path) == {"tag": "Sale"}
    entered = {"/html/body/form/input[1]": "name", "//input[9]": "none"}
    found = await get(scene, "active_tab_html_parse", category="input", inputObject=entered)
    assert found == {"name": "James", "none": ""}
    words: dict[str, Any] = {
        "class_multiObject_li": {"crumbs": ["toys", "Kids"]},
        "url_include_expected": ["DRIP COFFEE"],
    }
    found = await get(scene, "active_tab_html_parse", category="class&url", **words)
    assert found == {"toys": True, "drip coffee": True, "is_other_exist": False}

    (other,) = await pages(desktop, "other")
    seen = await get(scene, "page_info", url=other)
    assert (seen["title"], seen["url"]) == ("OTHER", other)
    printed = await PdfFromUrl(path=other, dest="gold.pdf")(scene)
    assert (printed.name, printed.data[:5]) == ("gold.pdf", b"%PDF-")
    with pytest.raises(DesktopError, match="cannot load") as caught:
        await get(scene, "page_info", url="https://www.nowhere.example/")
    assert caught.value.failure is Failure.NETWORK
    assert [tab["url"] for tab in await get(scene, "open_tabs_info")] == [SHOP]
    assert await get(scene, "active_url_from_accessTree") == SHOP
    await stop(desktop)
    assert (await get(scene, "page_info", url=other))["title"] == "OTHER"


async def test_what_a_profile_holds(desktop: GuestDesktop) -> None:
    scene = Scene(desktop, Assets())
    visits = [
        {"url": "https://www.youtube.com/watch?v=1", "title": "One", "visit_time_from_now_in_seconds": 60},
        {"url": "https://www.bbc.co.uk/", "title": "BBC", "visit_time_from_now_in_seconds": 600.5},
        {"url": "https://www.bbc.co.uk/", "title": "BBC", "visit_time_from_now_in_seconds": 30},
    ]
    await UpdateBrowseHistory.model_validate({"history": visits})(scene)
    await start(desktop)
    kept = await get(scene, "history", dest="history.sqlite")
    assert sorted(row[:2] for row in kept) == [
        ["https://www.bbc.co.uk/", "BBC"],
        ["https://www.youtube.com/watch?v=1", "One"],
    ]
    assert metric("check_history_deleted")(kept, {"type": "keywords", "keywords": ["youtube"]}) == 0
    with pytest.raises(StepFailed, match="runs"):
        await UpdateBrowseHistory.model_validate({"history": visits})(scene)
    assert isinstance(await get(scene, "cookie_data", dest="Cookies"), list)
    assert await get(scene, "bookmarks") is None
    (page,) = await pages(desktop, "kept")
    await ChromeOpenTabs(urls_to_open=(page,))(scene)
    await do(desktop, Key(("ctrl", "d")), Key(("enter",)), settle_s=1)
    await asyncio.sleep(COMMIT_S)
    roots = await get(scene, "bookmarks")
    kept = [child["url"] for root in ("bookmark_bar", "other") for child in roots[root]["children"]]
    assert kept == [page]


async def test_settings(desktop: GuestDesktop) -> None:
    scene = Scene(desktop, Assets())
    kinds = ("enable_do_not_track", "enable_safe_browsing", "data_delete_automacally", "new_startup_page")
    assert [await get(scene, kind) for kind in kinds] == ["false", "true", "false", "true"]
    assert (await get(scene, "chrome_font_size"))["default_font_size"] == 16
    assert await get(scene, "chrome_appearance_mode_ui") == "system"
    written = json.loads(await desktop.read(f"{PROFILE}/Preferences"))
    written["enable_do_not_track"] = True
    written["safebrowsing"] = {"enabled": False, "enhanced": False}
    written["session"] = {"restore_on_startup": 4, "startup_urls": ["about:blank"]}
    written["profile"] |= {"name": "Thomas", "default_content_setting_values": {"cookies": 4}}
    written["browser"] = written.get("browser", {}) | {"theme": {"color_scheme2": 2}}
    written.setdefault("webkit", {})["webprefs"] = {"default_font_size": 24}
    await desktop.write(f"{PROFILE}/Preferences", json.dumps(written).encode())
    await start(desktop)
    await asyncio.sleep(2)
    await stop(desktop)
    assert [await get(scene, kind) for kind in kinds] == ["true", "false", "true", "false"]
    assert (await get(scene, "chrome_font_size"))["default_font_size"] == 24
    assert await get(scene, "chrome_appearance_mode_ui") == "dark"
    assert await get(scene, "profile_name") == "Thomas"
    assert await get(scene, "enabled_experiments") == []
    assert await get(scene, "find_unpacked_extension_path") is not None
    assert await get(scene, "default_search_engine") is None
    browser = await running(await start(desktop))
    assert browser is not None
    async with visit(browser, "chrome://settings/") as tab:
        pref = "new Promise(done => chrome.settingsPrivate.setPref('enable_do_not_track', false, '', done))"
        await asyncio.sleep(COMMIT_S)
        assert await browser.tools.evaluate(tab, pref) is True
        assert await get(scene, "enable_do_not_track") == "false"
    launcher = "[Desktop Entry]\nType=Application\nName=Play 2048\nExec=google-chrome\n"
    await desktop.write(f"{HOME}/Desktop/play.desktop", launcher.encode())
    assert await get(scene, "shortcuts_on_desktop") == {"play.desktop": launcher}
