"""Shapes of a slide: what they are, where they stand and what they hold."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pptx.oxml.ns import qn

from scalecua.tasks.metrics.slides import table
from scalecua.tasks.metrics.slides.page import TITLES, Page, placeholder
from scalecua.tasks.metrics.slides.style import of_shape
from scalecua.tasks.metrics.slides.text import Paragraph, paragraphs

Kind = Literal["picture", "table", "group", "other"]
Images = dict[str, bytes]
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_HALF_TURN = 180 * 60_000
_BLIPS = (f"{qn('p:blipFill')}/{qn('a:blip')}", f"{qn('p:spPr')}/{qn('a:blipFill')}/{qn('a:blip')}")
_PLACES = (
    f"{qn('p:spPr')}/{qn('a:xfrm')}",
    f"{qn('p:grpSpPr')}/{qn('a:xfrm')}",
    qn("p:xfrm"),
)


@dataclass(frozen=True, slots=True)
class Box:
    """Position and size in EMU, and a turn in 60,000ths of a degree."""

    left: int
    top: int
    width: int
    height: int
    turn: int = 0

    @property
    def right(self) -> int:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """Its bottom edge."""
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape; `cells` are the rows of a table, `parts` the shapes of a group, `image` a picture's file.

    A shape without text that is filled with a picture is a picture too.
    """

    kind: Kind
    title: bool
    box: Box | None
    text: tuple[Paragraph, ...] = ()
    cells: table.Cells = ()
    parts: tuple["Shape", ...] = ()
    image: bytes | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """The coordinates that a group gives its parts, in those of the slide."""

    left: float = 0
    top: float = 0
    across: float = 1
    down: float = 1

    def place(self, box: Box) -> Box:
        """Where a box of the group stands on the slide."""
        return Box(
            round(self.left + box.left * self.across),
            round(self.top + box.top * self.down),
            round(box.width * self.across),
            round(box.height * self.down),
            box.turn,
        )


def shapes(tree: Any, page: Page, images: Images, frame: Frame = Frame()) -> tuple[Shape, ...]:
    """The shapes of a shape tree or a group, from back to front."""
    return tuple(_shape(element, page, images, frame) for element in _elements(tree))


def _elements(tree: Any) -> Iterator[Any]:
    """Of alternatives the last: the fallback is what every reader understands."""
    names = {qn(f"p:{name}") for name in ("sp", "pic", "graphicFrame", "grpSp", "cxnSp", "contentPart")}
    for child in tree:
        if child.tag in names:
            yield child
        elif child.tag == f"{_COMPATIBILITY}AlternateContent":
            choices = [choice for choice in child if len(choice)]
            yield from _elements(choices[-1]) if choices else ()


def _shape(element: Any, page: Page, images: Images, frame: Frame) -> Shape:
    place = placeholder(element)
    title = place is not None and place[0] in TITLES
    box = next((frame.place(box) for box in map(_box, page.line(element)) if box is not None), None)
    text = _text(element, page)
    grid = element.find(f"{qn('a:graphic')}/{qn('a:graphicData')}/{qn('a:tbl')}")
    blip = next((item for path in _BLIPS if (item := element.find(path)) is not None), None)
    if element.tag == qn("p:pic") or (blip is not None and not text):
        name = "" if blip is None else blip.get(qn("r:embed"), "")
        return Shape("picture", title, box, image=images.get(name))
    if element.tag == qn("p:grpSp"):
        return Shape("group", title, box, parts=shapes(element, page, images, _inside(element, box)))
    if grid is not None:
        return Shape("table", title, box, cells=table.cells(grid, page))
    return Shape("other", title, box, text)


def _text(element: Any, page: Page) -> tuple[Paragraph, ...]:
    body = element.find(qn("p:txBody"))
    return () if body is None else paragraphs(body, of_shape(element, page))


def _box(element: Any) -> Box | None:
    """Its own place, in its group's coordinates; a line has no turn, as there are many ways to say it."""
    found = next((item for path in _PLACES if (item := element.find(path)) is not None), None)
    if found is None:
        return None
    offset, extent = found.find(qn("a:off")), found.find(qn("a:ext"))
    if offset is None or extent is None:
        return None
    turn = int(found.get("rot", "0")) + (_HALF_TURN if found.get("flipV") in ("1", "true") else 0)
    if element.tag == qn("p:cxnSp"):
        turn = 0
    left, top, width, height = offset.get("x"), offset.get("y"), extent.get("cx"), extent.get("cy")
    return Box(int(left), int(top), int(width), int(height), turn % (2 * _HALF_TURN))


def _inside(group: Any, box: Box | None) -> Frame:
    own = group.find(_PLACES[1])
    offset, extent = (None, None) if own is None else (own.find(qn("a:chOff")), own.find(qn("a:chExt")))
    if box is None or offset is None or extent is None:
        return Frame()
    width, height = int(extent.get("cx")), int(extent.get("cy"))
    across, down = (box.width / width if width else 1, box.height / height if height else 1)
    return Frame(
        box.left - int(offset.get("x")) * across, box.top - int(offset.get("y")) * down, across, down
    )
