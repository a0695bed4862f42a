"""The accessibility tree: as OSWorld's XML, and searched for one node."""

from xml.etree import ElementTree

from . import sheet
from .atspi import Accessibility
from .node import Node

NAMESPACE = "https://accessibility.ubuntu.example.org/ns/"
MAX_DEPTH = 50
MAX_WIDTH = 1024
TABLE_WIDTH = 400
MAX_NODES = 20_000
# A sheet has a billion cells, each of which its program looks at when it is asked for nodes of a role.
ENDLESS = ("soffice",)
PREFIXES = {"st": "state", "attr": "attributes", "cp": "component", "val": "value"}


def load(bus: Accessibility) -> list[Node]:
    """Every application with all its nodes, within the caps on depth, width and number."""
    applications = bus.applications()
    level, total = applications, 0
    for _ in range(MAX_DEPTH):
        total += len(level)
        if not level or total > MAX_NODES:
            break
        sheets = [node for node in level if sheet.endless(node)]
        tables = [node for node in level if node.role in sheet.ROLES and not sheet.endless(node)]
        others = [node for node in level if node.role not in sheet.ROLES]
        level = bus.expand(others, MAX_WIDTH) + bus.expand(tables, TABLE_WIDTH)
        level += [cell for node in sheets for cell in sheet.visible(bus, node)]
    return applications


def xml(bus: Accessibility) -> str:
    """The tree in OSWorld's form, under one `desktop-frame`."""
    for prefix, path in PREFIXES.items():
        ElementTree.register_namespace(prefix, NAMESPACE + path)
    root = ElementTree.Element("desktop-frame")
    for application in load(bus):
        root.append(_element(application))
    return ElementTree.tostring(root, encoding="unicode")


def _element(node: Node) -> ElementTree.Element:
    element = ElementTree.Element(_tag(node.role), {"name": _legal(node.name)})
    for state in sorted(node.states):
        element.set(f"{{{NAMESPACE}state}}{state}", "true")
    for key, value in node.attributes.items():
        element.set(f"{{{NAMESPACE}attributes}}{_tag(key)}", _legal(value))
    if node.box is not None:
        x, y, width, height = node.box
        element.set(f"{{{NAMESPACE}component}}screencoord", f"({x}, {y})")
        element.set(f"{{{NAMESPACE}component}}size", f"({width}, {height})")
    if node.value is not None:
        element.set(f"{{{NAMESPACE}value}}value", str(node.value))
    if node.text:
        element.text = _legal(node.text)
    element.extend([_element(child) for child in node.children])
    return element


def _tag(name: str) -> str:
    """A legal XML name; a role or attribute may hold any character."""
    clean = "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "-" for c in name)
    return clean if clean[:1].isalpha() else f"n{clean}"


def _legal(text: str) -> str:
    """`text` without the control characters that XML forbids."""
    return "".join(
        c
        for c in text
        if c in "\t\n\r" or 0x20 <= ord(c) < 0xD800 or 0xE000 <= ord(c) < 0xFFFE or ord(c) > 0xFFFF
    )


def find(bus: Accessibility, name: str | None, role: str | None, window: str | None, nth: int) -> Node | None:
    """The nth showing node of that exact name and role under a window whose title contains `window`."""
    role = role.replace(" ", "-") if role else None
    for node in _showing(bus, role, window):
        if (name is None or node.name == name) and (role is None or node.role == role):
            if nth == 0:
                return node
            nth -= 1
    return None


def _showing(bus: Accessibility, role: str | None, window: str | None):
    """Showing nodes depth first, those of other roles left out where an application can do that."""
    for application in bus.applications():
        frames = _frames(bus, application, window)
        asked = role is not None and application.name not in ENDLESS
        found = bus.matches(frames, role) if asked else None
        if found is None:
            found = _walk(bus, frames)
        yield from (node for node in found if node.showing)


def _frames(bus: Accessibility, application: Node, window: str | None) -> list[Node]:
    frames = bus.expand([application], MAX_WIDTH)
    named = [frame for frame in frames if window is None or window in frame.name]
    # Menus and other popups have a nameless window of their own beside the one they belong to.
    return [frame for frame in frames if named and not frame.name and frame not in named] + named


def _walk(bus: Accessibility, frames: list[Node]):
    """The nodes themselves and all below them, children fetched only when they are reached."""
    stack = frames[::-1]
    seen = 0
    while stack and seen < MAX_NODES:
        node = stack.pop()
        if not node.showing:
            continue
        seen += 1
        yield node
        below = sheet.visible(bus, node) if sheet.endless(node) else bus.expand([node], MAX_WIDTH)
        stack += reversed(below)
