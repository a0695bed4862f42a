"""What accessibility says of a screen: the widgets that show a name, and where. For the warm start only."""

from dataclasses import dataclass
from xml.etree import ElementTree

from scalecua.core.errors import PolicyError, boundary

NAMESPACE = "https://accessibility.ubuntu.example.org/ns/"
CLICKABLE = frozenset(
    {
        "push-button", "toggle-button", "check-box", "radio-button", "table-cell", "list-item", "icon",
        "menu", "menu-item", "check-menu-item", "radio-menu-item", "page-tab", "combo-box", "link",
    }
)  # fmt: skip
READABLE = CLICKABLE | {"label", "heading", "tool-tip", "static"}


@dataclass(frozen=True, slots=True)
class Widget:
    """A named widget on the screen; `left`, `top`, `width` and `height` are screen pixels."""

    role: str
    name: str
    left: int
    top: int
    width: int
    height: int

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel at its middle."""
        return self.left + self.width // 2, self.top + self.height // 2

    @property
    def area(self) -> int:
        """Its size in pixels."""
        return self.width * self.height

    def holds(self, point: tuple[int, int]) -> bool:
        """Whether a pixel lies in it."""
        across, down = point[0] - self.left, point[1] - self.top
        return 0 <= across < self.width and 0 <= down < self.height


def widgets(tree: str, screen: tuple[int, int]) -> tuple[Widget, ...]:
    """The readable widgets of OSWorld's XML whose middle is on the screen, in the order of the tree.

    PolicyError if the text is no XML.
    """
    with boundary(PolicyError, "an accessibility tree cannot be read"):
        root = ElementTree.fromstring(tree)
    found = []
    for node in root.iter():
        name = (node.get("name") or "").strip()
        if not name or node.tag not in READABLE or node.get(f"{{{NAMESPACE}state}}showing") != "true":
            continue
        place, size = (_pair(node.get(f"{{{NAMESPACE}component}}{key}")) for key in ("screencoord", "size"))
        if place is None or size is None or min(size) <= 0:
            continue
        widget = Widget(node.tag, name, *place, *size)
        if all(0 <= at < limit for at, limit in zip(widget.centre, screen, strict=True)):
            found.append(widget)
    return tuple(found)


def _pair(text: str | None) -> tuple[int, int] | None:
    """`(x, y)` as two numbers."""
    if text is None:
        return None
    first, _, second = text.strip("()").partition(",")
    return int(first), int(second)
