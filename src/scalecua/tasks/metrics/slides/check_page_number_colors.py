"""`check_page_number_colors`: the slide numbers have a colour."""

import colorsys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pptx.oxml.ns import qn
from pptx.presentation import Presentation

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.slides import page as pages
from scalecua.tasks.metrics.slides.color import RGB, Color, resolve
from scalecua.tasks.metrics.slides.deck import opened
from scalecua.tasks.metrics.slides.page import Page, placeholder
from scalecua.tasks.metrics.slides.style import of_shape
from scalecua.tasks.metrics.unreadable import agents

# Hue in degrees and how far from it a colour may be; people see many greens, but soon orange in red.
HUES = {"red": (0, 20), "green": (120, 40), "blue": (240, 40)}
BRIGHTER_BY = 50
BLACK_BELOW = 50


def check_page_number_colors(result: Path, rules: dict[str, Any]) -> float:
    """1 where every slide number has the colour `rules["color"]`: red, green, blue or black.

    Looked at are the numbers that slides show; a number without a colour of its own has that of its master's
    number, as Impress shows it. Where no slide shows one, the numbers of the masters in use are looked at.
    A colour is red, green or blue where that channel exceeds both others by more than BRIGHTER_BY and the
    hue is near; black where all are under BLACK_BELOW.
    """
    known(rules, ("color",))
    color = rules["color"]
    if color not in (*HUES, "black"):
        raise ValueError(f"color is {color!r}; choices: {', '.join((*HUES, 'black'))}")
    with agents("a presentation"):
        presentation = opened(result)
        found = list(_on_slides(presentation)) or list(_on_masters(presentation))
    return float(bool(found) and all(_is(value.rgb, color) for value in found))


def _on_slides(presentation: Presentation) -> Iterator[Color]:
    for slide in presentation.slides:
        page = pages.of_slide(slide)
        for shape, number in _numbers(slide.element):
            own = _own(shape, number, page)
            inherited = _of_master(page) if own is None else []
            yield from (
                [own] if own is not None else inherited or [of_shape(shape, page).look(number, 0).color]
            )


def _on_masters(presentation: Presentation) -> Iterator[Color]:
    masters = {
        id(slide.slide_layout.slide_master.part): slide.slide_layout.slide_master
        for slide in presentation.slides
    }
    for master in masters.values():
        yield from _of_master(pages.of_master(master))


def _of_master(page: Page) -> list[Color]:
    return [of_shape(shape, page).look(number, 0).color for shape, number in _numbers(page.master)]


def _numbers(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every run of a slide number, with the shape that it stands in."""
    for shape in tree.iter(qn("p:sp")):
        place = placeholder(shape)
        for run in shape.iter(qn("a:fld"), qn("a:r")):
            if run.get("type") == "slidenum" or (place is not None and place[0] == "sldNum"):
                yield shape, run


def _own(shape: Any, number: Any, page: Page) -> Color | None:
    """The colour that the number, its shape or its layout sets."""
    holders = [number.find(f"{qn('a:rPr')}/{qn('a:solidFill')}")]
    path = f"{qn('p:txBody')}/{qn('a:lstStyle')}/{qn('a:lvl1pPr')}/{qn('a:defRPr')}/{qn('a:solidFill')}"
    line = page.line(shape)
    holders += [element.find(path) for element in line if element.getroottree().getroot() is not page.master]
    colors = (resolve(holder, page.palette) for holder in holders if holder is not None)
    return next((color for color in colors if color is not None), None)


def _is(rgb: RGB, color: str) -> bool:
    if color == "black":
        return max(rgb) < BLACK_BELOW
    hue, near = HUES[color]
    _, middle, most = sorted(rgb)
    away = abs(colorsys.rgb_to_hsv(*(channel / 255 for channel in rgb))[0] * 360 - hue)
    return most - middle > BRIGHTER_BY and min(away, 360 - away) <= near
