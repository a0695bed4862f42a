"""The cells of a spreadsheet that are on the screen: of a billion, those that a person sees.

A sheet must never be asked for all of its children, nor for those of a role: its program would make them all.
Indices are 32 bits wide, so that of the widest sheets only the first 131,072 rows are seen.
"""

from gi.repository import GLib

from .atspi import ACCESSIBLE, COMPONENT, PROPERTIES, Accessibility
from .node import Node

TABLE = "org.a11y.atspi.Table"
ROLES = ("table", "tree-table")
# More children than any other table has.
CELLS = 1 << 20
MOST_COLUMNS, MOST_ROWS = 64, 128


def endless(node: Node) -> bool:
    """Whether a node is a sheet; the number of its cells may be too large for the field that tells it."""
    return node.role in ROLES and not 0 <= node.count < CELLS


def visible(bus: Accessibility, sheet: Node) -> list[Node]:
    """Fill the children of a sheet with the cells that show, row by row, and return them."""
    sheet.children = []
    middle, columns = _middle(bus, sheet), _columns(bus, sheet)
    if middle is None or columns <= 0:
        return []
    row, column = divmod(middle, columns)
    wide = _run(bus, sheet, middle, 1, column, min(columns - 1, column + MOST_COLUMNS), MOST_COLUMNS)
    high = _run(bus, sheet, middle, columns, row, row + MOST_ROWS, MOST_ROWS)
    sheet.children = _cells(bus, sheet, [r * columns + c for r in high for c in wide])
    return sheet.children


def _run(bus: Accessibility, sheet: Node, middle: int, step: int, place: int, last: int, most: int) -> range:
    """The rows, or columns, around `place` whose cells show."""
    before = [middle - step * back for back in range(1, min(place, most) + 1)]
    after = [middle + step * ahead for ahead in range(1, last - place + 1)]
    return range(place - _showing(bus, sheet, before), place + _showing(bus, sheet, after) + 1)


def _showing(bus: Accessibility, sheet: Node, indices: list[int]) -> int:
    """How many of these cells show, up to the first that does not."""
    count = 0
    for start in range(0, len(indices), 16):
        part = indices[start : start + 16]
        cells = _cells(bus, sheet, part)
        showing = [cell.showing for cell in cells]
        if len(showing) < len(part) or not all(showing):
            return count + (showing.index(False) if False in showing else len(showing))
        count += len(part)
    return count


def _cells(bus: Accessibility, sheet: Node, indices: list[int]) -> list[Node]:
    calls = [(sheet.address, ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (at,))) for at in indices]
    return bus.describe([Node(tuple(reply[0])) for reply in bus.batch(calls) if reply is not None])


def _middle(bus: Accessibility, sheet: Node) -> int | None:
    """The index of the cell in the middle of what is seen of the sheet."""
    if sheet.box is None:
        return None
    x, y, width, height = sheet.box
    point = GLib.Variant("(iiu)", (x + width // 2, y + height // 2, 0))
    found = bus.batch([(sheet.address, COMPONENT, "GetAccessibleAtPoint", point)])[0]
    if found is None:
        return None
    place = bus.batch([(tuple(found[0]), ACCESSIBLE, "GetIndexInParent", None)])[0]
    return None if place is None or place[0] < 0 else place[0]


def _columns(bus: Accessibility, sheet: Node) -> int:
    asked = GLib.Variant("(ss)", (TABLE, "NColumns"))
    reply = bus.batch([(sheet.address, PROPERTIES, "Get", asked)])[0]
    return 0 if reply is None else reply[0]
