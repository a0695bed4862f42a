"""Text arrives exactly as given in windows of every toolkit."""

import asyncio
from urllib.parse import quote

import pytest

from scalecua.core.action import Key, LeftClick, Type
from scalecua.desktop.catalogue import named, start
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.devtools import DevTools

from .steps import do

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
TEXTS = {
    "ascii": "The <b>fox</b>; {jumps} over ~100% of 'lazy' \"dogs\" & \\ | ^ ` @#$*()_+-=[]:?,./",
    "awkward": "<é你好'\"\nsecond line 😀 e\u0301a\u0308",
    "every script": "ÀßçñøŁž Ωλ Жд עב عر हि ไท 한글 かな 漢字 €√∞→ 🚀🎉",
}
QT = """
import sys
from PyQt5.QtWidgets import QApplication, QPlainTextEdit
application = QApplication(sys.argv)
window = QPlainTextEdit()
window.setWindowTitle("A Qt window")
def keep():
    with open("/home/user/typed", "w", encoding="utf-8") as file:
        file.write(window.toPlainText())
window.textChanged.connect(keep)
window.showMaximized()
sys.exit(application.exec_())
"""
PAGE = "<title>A page</title><textarea id=text autofocus style='width:99%;height:90vh'></textarea>"


async def type_into(desktop: GuestDesktop, text: str) -> None:
    width, height = desktop.size
    await do(desktop, LeftClick(width // 2, height // 2), Type(text), settle_s=2)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
async def test_qt(desktop: GuestDesktop, text: str) -> None:
    await desktop.launch(["python3", "-c", QT])
    await desktop.request("/wait_window", {"title": "A Qt window", "timeout_s": 30})
    await type_into(desktop, text)
    for _ in range(50):
        if (await desktop.read("/home/user/typed")).decode() == text:
            break
        await asyncio.sleep(0.1)
    assert (await desktop.read("/home/user/typed")).decode() == text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
async def test_chromium(desktop: GuestDesktop, text: str) -> None:
    await start(desktop, named("chromium"))
    browser = DevTools(desktop)
    tab = await browser.open(f"data:text/html,{quote(PAGE)}")
    await desktop.request("/wait_window", {"title": "A page", "timeout_s": 30})
    await type_into(desktop, text)
    typed = ""
    for _ in range(50):
        typed = await browser.evaluate(tab, "document.getElementById('text').value")
        if typed == text:
            break
        await asyncio.sleep(0.1)
    assert typed == text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
async def test_terminal(desktop: GuestDesktop, text: str) -> None:
    await desktop.launch(
        ["xfce4-terminal", "--maximize", "-T", "A terminal", "-x", "sh", "-c", "cat > ~/typed"]
    )
    await desktop.request("/wait_window", {"title": "A terminal", "timeout_s": 30})
    await type_into(desktop, f"{text}\n")
    await desktop.act(Key(("ctrl", "d")), key="end", settle_s=2)
    assert (await desktop.read("/home/user/typed")).decode() == f"{text}\n"
