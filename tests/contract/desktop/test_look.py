import asyncio
import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from scalecua.core.action import LeftClick, MouseMove
from scalecua.core.errors import ConfigError
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

from .steps import do, open_window

pytestmark = [pytest.mark.desktops, pytest.mark.asyncio(loop_scope="module")]


def picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def darkest(image: Image.Image) -> int:
    return min(image.tobytes())


async def test_screenshot_is_a_jpeg_of_the_screens_size_with_something_on_it(desktop: GuestDesktop) -> None:
    image = picture(await desktop.screenshot())
    assert image.format == "JPEG"
    assert image.size == desktop.size == (1280, 800)
    assert len(image.convert("RGB").getcolors(1 << 20) or ()) > 1


async def test_screenshot_shows_the_pointer(desktop: GuestDesktop) -> None:
    await do(desktop, MouseMove(200, 200))
    here = picture(await desktop.screenshot()).crop((190, 190, 230, 230)).convert("L")
    await do(desktop, MouseMove(600, 600))
    gone = picture(await desktop.screenshot()).crop((190, 190, 230, 230)).convert("L")
    assert darkest(here) < 40 < darkest(gone)


async def test_new_desktop_is_healthy(desktop: GuestDesktop) -> None:
    health = await desktop.health()
    assert health.ready
    assert health.reason == ""


@pytest.mark.ours
async def test_dead_window_manager_is_reported(desktop: GuestDesktop) -> None:
    await desktop.execute(["pkill", "-9", "openbox"], timeout_s=5)
    for _ in range(100):
        if not (health := await desktop.health()).ready:
            break
        await asyncio.sleep(0.05)
    assert not health.ready
    assert "openbox" in health.reason


@pytest.mark.ours
@pytest.mark.parametrize(("snapshot", "size"), [("small", (640, 400)), ("large-text", (1024, 768))])
async def test_snapshot_sets_the_size(pool: LocalPool, snapshot: str, size: tuple[int, int]) -> None:
    async with pool.lease(snapshot) as desktop:
        assert picture(await desktop.screenshot()).size == desktop.size == size
        assert await desktop.request("/screen_size", {}) == {"width": size[0], "height": size[1]}


@pytest.mark.ours
async def test_text_scale_magnifies_text(pool: LocalPool) -> None:
    widths = []
    for snapshot in ("default", "large-text"):
        async with pool.lease(snapshot) as desktop:
            await open_window(desktop, ["zenity", "--info", "--text=hello", "--title=Hello"], "Hello")
            found = await desktop.request("/find", {"name": "hello", "role": "label"})
            widths.append(found["width"])
    assert widths[1] >= 1.7 * widths[0]


async def test_unknown_snapshot_is_refused_by_name(pool: LocalPool) -> None:
    with pytest.raises(ConfigError, match=r"'blue'.*default"):
        async with pool.lease("blue"):
            pass


async def test_tree_has_osworlds_form(desktop: GuestDesktop) -> None:
    await open_window(desktop, ["zenity", "--question", "--text=Shall we?", "--title=Ask"], "Ask")
    root = ElementTree.fromstring(await desktop.tree())
    assert root.tag == "desktop-frame"
    buttons = [node for node in root.iter("push-button") if node.get("name") == "Yes"]
    space = "{https://accessibility.ubuntu.example.org/ns/"
    assert len(buttons) == 1
    assert buttons[0].get(f"{space}state}}showing") == "true"
    assert buttons[0].get(f"{space}component}}screencoord", "").startswith("(")
    assert [node.text for node in root.iter("label") if node.get("name") == "Shall we?"] == ["Shall we?"]


async def test_found_node_is_where_a_click_takes_effect(desktop: GuestDesktop) -> None:
    await open_window(
        desktop,
        ["sh", "-c", "zenity --question --text=Shall --title=Ask && echo yes > /home/user/answer"],
        "Ask",
    )
    node = await desktop.request("/find", {"name": "Yes", "role": "push button", "window": "Ask"})
    await do(desktop, LeftClick(node["x"] + node["width"] // 2, node["y"] + node["height"] // 2))
    assert await desktop.read("/home/user/answer") == b"yes\n"


async def test_nodes_are_found_in_order_below_the_window_asked_for(desktop: GuestDesktop) -> None:
    forms = {"One": ["ant", "bee", "cat"], "Two": ["bee", "dog"]}
    for title, labels in forms.items():
        boxes = [part for label in labels for part in (f"--field={label}:CHK", "FALSE")]
        await open_window(desktop, ["yad", f"--title={title}", "--form", *boxes, "--button=OK:0"], title)

    async def names(role: str, window: str) -> list[str]:
        found: list[str] = []
        while True:
            body = {"role": role, "window": window, "nth": len(found)}
            node = await desktop.request("/find", body)
            if not node["found"]:
                return found
            found.append(node["name"])

    tree = ElementTree.fromstring(await desktop.tree())
    frames = {frame.get("name"): frame for frame in tree.iter("frame")}
    for title, labels in forms.items():
        inside = [str(box.get("name")) for box in frames[title].iter("check-box")]
        assert sorted(inside) == labels
        assert await names("check box", title) == await names("check-box", title) == inside
    assert await names("frame", "One") == ["One"]
    assert await names("push button", "Three") == []
    both = [
        await desktop.request("/find", {"name": "bee", "role": "check box", "nth": nth}) for nth in (0, 1)
    ]
    assert both[0]["found"]
    assert both[1]["found"]
    assert both[0] != both[1]


async def test_what_a_closed_menu_holds_is_not_found(desktop: GuestDesktop) -> None:
    await open_window(desktop, ["mousepad"], "Mousepad")
    assert not (await desktop.request("/find", {"role": "menu item"}))["found"]
    menu = await desktop.request("/find", {"name": "File", "role": "menu"})
    await do(desktop, LeftClick(menu["x"] + 5, menu["y"] + 5))
    assert (await desktop.request("/find", {"role": "menu item"}))["found"]


async def test_find_says_when_there_is_nothing(desktop: GuestDesktop) -> None:
    assert await desktop.request("/find", {"name": "no such thing"}) == {"found": False}


async def test_an_answer_is_what_its_kind_says(desktop: GuestDesktop) -> None:
    assert picture(await desktop.request("/wallpaper", {})).size == (1280, 800)
    assert await desktop.request("/screen_size", {}) == {"width": 1280, "height": 800}
