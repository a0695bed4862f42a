import asyncio

import pytest

from scalecua.core.action import Key, LeftClickDrag, Type
from scalecua.desktop.client import GuestDesktop

from .steps import content, do, open_window

pytestmark = [pytest.mark.desktops, pytest.mark.asyncio(loop_scope="module")]

TEXTS = {
    "ascii": "The quick <b>brown</b> fox; {jumps} over ~100% of 'lazy' \"dogs\" & \\ | ^ ` @#$*()_+-=[]:?,./",
    "awkward": "<é你好'\"\nsecond line\t😀 tab",
    "awkward in a line": "<é你好'\"\nsecond 😀",
    "every script": "ÀßçñøŁž Ωλ Жд עב عر हि ไท 한글 かな 漢字 €√∞→ 🚀🎉",
    "long": "0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ " * 8,
}


def given(name: str) -> object:
    marks = () if TEXTS[name].isascii() else (pytest.mark.ours,)
    return pytest.param(TEXTS[name], id=name, marks=marks)


@pytest.mark.parametrize("text", [given(name) for name in TEXTS])
async def test_text_typed_into_an_editor_is_saved_exactly(desktop: GuestDesktop, text: str) -> None:
    await desktop.write("/home/user/note.txt", b"")
    await open_window(desktop, ["mousepad", "/home/user/note.txt"], "note.txt")
    await do(desktop, Type(text), Key(("ctrl", "s")), settle_s=1)
    assert (await content(desktop, "/home/user/note.txt", text.encode())).decode() == text


@pytest.mark.ours
async def test_more_characters_than_there_are_spare_keys(desktop: GuestDesktop) -> None:
    text = "".join(chr(0x4E00 + n) for n in range(150))
    await desktop.write("/home/user/note.txt", b"")
    await open_window(desktop, ["mousepad", "/home/user/note.txt"], "note.txt")
    await do(desktop, Type(text), Key(("ctrl", "s")), settle_s=1)
    assert (await content(desktop, "/home/user/note.txt", text.encode())).decode() == text


@pytest.mark.parametrize("text", [given("ascii"), given("awkward in a line")])
async def test_text_typed_into_a_terminal_arrives_exactly(desktop: GuestDesktop, text: str) -> None:
    await open_window(desktop, ["xterm", "-T", "terminal", "-e", "sh", "-c", "cat > ~/out.txt"], "terminal")
    await do(desktop, Type(text + "\n"), Key(("ctrl", "d")))
    wanted = (text + "\n").encode()
    assert await content(desktop, "/home/user/out.txt", wanted) == wanted


async def test_drag_selects_and_a_chord_copies(desktop: GuestDesktop) -> None:
    await desktop.write("/home/user/note.txt", b"hello world")
    await open_window(desktop, ["mousepad", "/home/user/note.txt"], "note.txt")
    box = await desktop.request("/find", {"role": "text", "window": "note.txt"})
    await do(desktop, LeftClickDrag(box["x"] + 1, box["y"] + 8, box["x"] + box["width"] - 20, box["y"] + 8))
    await do(desktop, Key(("ctrl", "c")))
    for _ in range(20):
        copied = await desktop.execute(["xclip", "-o", "-selection", "clipboard"], timeout_s=5)
        if copied.returncode == 0:
            break
        await asyncio.sleep(0.1)
    assert copied.output == "hello world"


@pytest.mark.ours
async def test_text_means_what_it_says_under_caps_lock_and_another_layout(desktop: GuestDesktop) -> None:
    await open_window(desktop, ["xterm", "-T", "terminal", "-e", "sh", "-c", "cat > ~/out.txt"], "terminal")
    await do(desktop, Key(("capslock",)), Type("aBc <> é\n"))
    await desktop.execute(["setxkbmap", "de"], timeout_s=10)
    await do(desktop, Type("yZ {@} \\ é\n"), Key(("ctrl", "d")))
    wanted = "aBc <> é\nyZ {@} \\ é\n".encode()
    assert await content(desktop, "/home/user/out.txt", wanted) == wanted
