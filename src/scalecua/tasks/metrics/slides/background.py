"""The background that a slide shows: its own, its layout's or its master's."""

from typing import Any

from pptx.oxml.ns import qn

from scalecua.tasks.metrics.slides.color import WHITE, Color, resolve
from scalecua.tasks.metrics.slides.page import Page

Background = Color | str
_FIRST_THEME_FILL = 1001
_NOTHING = (0, 1000)


def background(page: Page) -> Background:
    """A colour, or the kind of another fill: `gradFill`, `blipFill` (a picture), `pattFill`; else white."""
    for tree in (page.slide, page.layout, page.master):
        found = None if tree is None else tree.find(f"{qn('p:cSld')}/{qn('p:bg')}")
        if found is not None:
            return _shown(found, page)
    return WHITE


def _shown(element: Any, page: Page) -> Background:
    properties, reference = element.find(qn("p:bgPr")), element.find(qn("p:bgRef"))
    if properties is not None:
        fills = [child for child in properties if child.tag.endswith("Fill")]
        return _fill(fills[0], page, None) if fills else WHITE
    if reference is None or int(reference.get("idx", "0")) in _NOTHING:
        return WHITE
    color = resolve(reference, page.palette)
    number = int(reference.get("idx", "0")) - _FIRST_THEME_FILL
    if 0 <= number < len(page.fills):
        return _fill(page.fills[number], page, color)
    return color or WHITE


def _fill(element: Any, page: Page, placeholder: Color | None) -> Background:
    kind = str(element.tag.rpartition("}")[2])
    if kind == "solidFill":
        return resolve(element, page.palette, placeholder) or WHITE
    return WHITE if kind == "noFill" else kind
