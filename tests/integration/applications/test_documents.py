"""Documents in the accessibility tree: paragraphs, and of a sheet's billion cells those that show."""

import pytest
from defusedxml.ElementTree import fromstring

from scalecua.core.action import Key, Type
from scalecua.desktop.catalogue import named, ready, start
from scalecua.desktop.client import GuestDesktop

from . import assets
from .steps import do

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
CELL = {"role": "table cell", "window": None, "nth": 0}


async def cells(desktop: GuestDesktop) -> dict[str, str]:
    root = fromstring(await desktop.tree())
    return {node.get("name", ""): node.text or "" for node in root.iter("table-cell")}


async def test_a_sheet_is_read_and_searched_and_its_program_goes_on(desktop: GuestDesktop) -> None:
    await desktop.write("/home/user/sales.xlsx", assets.workbook())
    await desktop.launch(("libreoffice", "--calc", "--norestore", "/home/user/sales.xlsx"))
    await ready(desktop, named("libreoffice-calc"))
    for name, role in (("Data", "menu"), ("B2", "table cell"), ("Save", "push button")):
        found = await desktop.request("/find", {"name": name, "role": role, "window": None, "nth": 0})
        assert found["found"], (name, role)
    shown = await cells(desktop)
    assert shown["A1"] == "Week"
    assert shown["B2"] == "1130"
    assert 100 < len(shown) < 5000
    assert (await desktop.request("/find", {"name": "A1", **CELL}))["found"]


async def test_of_a_sheet_that_is_scrolled_the_cells_on_the_screen(desktop: GuestDesktop) -> None:
    await start(desktop, named("libreoffice-calc"))
    await do(desktop, *[Key(("pagedown",))] * 20, Type("here\n"), settle_s=1)
    shown = await cells(desktop)
    assert "A1" not in shown
    assert [name[:1] for name, text in shown.items() if text == "here"] == ["A"]


async def test_paragraphs_of_a_document_have_their_text(desktop: GuestDesktop) -> None:
    await desktop.write("/home/user/rules.docx", assets.document())
    await desktop.launch(("libreoffice", "--writer", "--norestore", "/home/user/rules.docx"))
    await ready(desktop, named("libreoffice-writer"))
    root = fromstring(await desktop.tree())
    texts = [node.text for kind in ("heading", "paragraph") for node in root.iter(kind)]
    assert "The club keeps its boats for all of its members." in texts
    assert "Rules of the Harbour Club" in texts
