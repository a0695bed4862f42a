"""KAlgebra's variables, curves and resolution, from the accessibility tree of its two tabs."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

from scalecua.core.action import Key
from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError, boundary
from scalecua.core.failure import Failure

STATE = "{https://accessibility.ubuntu.example.org/ns/state}"
TREE_LIMIT = 16 << 20
SETTLE_S = 2.0
CALCULATOR, CURVES = ("alt", "c"), ("alt", "2")
TABLES = frozenset({"table", "tree", "tree-table"})
HEADERS = frozenset({"column-header", "table-column-header", "row-header", "table-row-header"})
# Points that a curve is computed at, by the entry of the menu that is checked.
RESOLUTIONS = {"Poor": 416, "Normal": 832, "Fine": 1664, "Very Fine": 3328}


async def variables(desktop: Desktop, key: str) -> dict[str, str]:
    """Variables and their values as KAlgebra writes them; JudgeError where its tree does not tell.

    `key` keeps the look at the tab from being repeated.
    """
    await show(desktop, CALCULATOR, key)
    return dict(rows(await desktop.tree(), "Value"))


async def plots(desktop: Desktop, key: str) -> dict[str, Any]:
    """The curves as KAlgebra writes them, the variables they may use, and their resolution."""
    found: dict[str, Any] = {"variables": await variables(desktop, f"{key}-variables")}
    await show(desktop, CURVES, key)
    tree = await desktop.tree()
    found["plots"] = [text for _, text in rows(tree, "Plot")]
    if (resolution := checked(tree)) is not None:
        found["res"] = resolution
    return found


async def show(desktop: Desktop, chord: tuple[str, ...], key: str) -> None:
    """Bring a tab of KAlgebra's to the front by its letter."""
    await desktop.act(Key(chord), key=key, settle_s=SETTLE_S)


def rows(tree: str, second: str) -> list[tuple[str, str]]:
    """The rows of the table of KAlgebra's whose columns are Name and `second`."""
    for table in _tables(_application(tree)):
        heads = [part.get("name", "") for part in table if part.tag in HEADERS]
        if [head.casefold() for head in heads] == ["name", second.casefold()]:
            cells = [_shown(part) for part in table if part.tag not in HEADERS]
            return list(zip(cells[::2], cells[1::2], strict=True))
    raise _silent(f"no table with the columns Name and {second}")


def checked(tree: str) -> int | None:
    """The resolution that is checked in the menu; None where the menu is not in the tree."""
    for node in _application(tree).iter():
        if node.get("name") in RESOLUTIONS and node.get(f"{STATE}checked") == "true":
            return RESOLUTIONS[node.get("name", "")]
    return None


def _application(tree: str) -> Element:
    if len(tree) > TREE_LIMIT:
        raise _silent("a tree that is too large")
    with boundary(JudgeError, "the accessibility tree cannot be read", failure=Failure.GUEST):
        root = fromstring(tree)
    for application in root:
        if application.get("name", "").casefold() == "kalgebra":
            return application
    raise _silent("no application of that name")


def _tables(application: Element) -> Iterator[Element]:
    return (node for node in application.iter() if node.tag in TABLES)


def _shown(cell: Element) -> str:
    return cell.get("name") or (cell.text or "").strip()


def _silent(what: str) -> JudgeError:
    return JudgeError(f"KAlgebra's accessibility tree has {what}", failure=Failure.GUEST)
