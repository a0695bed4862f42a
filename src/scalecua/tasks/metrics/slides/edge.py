"""A title or table moved to the bottom of its slide, a picture to the right or to the top.

OSWorld's options carry neither a slide nor a measure. Its tasks mean the title or the picture of page 2 and
the table of page 3; where that page has none, the first page with one is meant. The file to compare with is
the presentation before the move, or one in which it has been made. What counts as an edge is a share of the
slide that gives OSWorld's lengths on a 4:3 slide of 10 by 7.5 inches.
"""

from collections.abc import Callable
from dataclasses import dataclass

from scalecua.tasks.metrics.slides.deck import Deck, Slide
from scalecua.tasks.metrics.slides.options import Options
from scalecua.tasks.metrics.slides.place import PLACE, SLACK, alike
from scalecua.tasks.metrics.slides.shapes import Box, Shape

BOTTOM_FROM = 0.525
RIGHT_FROM = 0.4724
TOP_UNTIL = 0.2888
AT_EDGE = 0.05
Near = Callable[[Box, Deck], bool]


@dataclass(frozen=True, slots=True)
class _Move:
    """Which shapes of which page have to move, in which direction, and how far."""

    page: int
    shapes: Callable[[Slide], list[int]]
    forward: Callable[[Box, Box], int]
    reached: Near
    touching: Near
    others_stay: bool


def moved(found: Deck, wanted: Deck, options: Options) -> bool:
    """Whether every asked move was made; where a title or a table moves, all else has to stay."""
    return all(_made(found, wanted, move, options) for name, move in _MOVES.items() if getattr(options, name))


def _made(found: Deck, wanted: Deck, move: _Move, options: Options) -> bool:
    page, targets = _targets(wanted, move)
    for number, (slide, before) in enumerate(zip(found.slides, wanted.slides, strict=False)):
        for index, (shape, old) in enumerate(zip(slide.shapes, before.shapes, strict=True)):
            if number == page and index in targets:
                if not _arrived(shape, old, wanted, move):
                    return False
            elif move.others_stay and not _stayed(shape, old, options.approximately_tolerance):
                return False
    return page < len(found.slides)


def _stayed(shape: Shape, old: Shape, tolerance: float) -> bool:
    """Not moved; nor resized, where it has no text for Impress to fit it to."""
    return alike(shape, old, PLACE[:2] if shape.text or old.text else PLACE, tolerance)


def _targets(wanted: Deck, move: _Move) -> tuple[int, list[int]]:
    found = {number: move.shapes(slide) for number, slide in enumerate(wanted.slides)}
    page = next((number for number in (move.page, *found) if found.get(number)), None)
    if page is None:
        raise ValueError("the expected presentation has nothing that could have moved")
    return page, found[page]


def _arrived(shape: Shape, old: Shape, deck: Deck, move: _Move) -> bool:
    now, before = shape.box, old.box
    if now is None or before is None or not _on_slide(now, deck):
        return False
    return move.reached(now, deck) and (move.forward(now, before) > SLACK or move.touching(before, deck))


def _on_slide(box: Box, deck: Deck) -> bool:
    """Whether its middle is on the slide."""
    across, down = box.left + box.width / 2, box.top + box.height / 2
    return 0 <= across <= deck.width and 0 <= down <= deck.height


def _titles(slide: Slide) -> list[int]:
    """The title; on a slide without one the highest text."""
    titles = [index for index, shape in enumerate(slide.shapes) if shape.title]
    texts = [(shape.box.top, index) for index, shape in enumerate(slide.shapes) if shape.text and shape.box]
    return titles or [index for _, index in sorted(texts)[:1]]


def _tables(slide: Slide) -> list[int]:
    return [index for index, shape in enumerate(slide.shapes) if shape.kind == "table"]


def _pictures(slide: Slide) -> list[int]:
    return [index for index, shape in enumerate(slide.shapes) if shape.kind == "picture"]


def _at_bottom(box: Box, deck: Deck) -> bool:
    return box.top >= BOTTOM_FROM * deck.height or _touches_bottom(box, deck)


def _at_right(box: Box, deck: Deck) -> bool:
    return box.left >= RIGHT_FROM * deck.width or _touches_right(box, deck)


def _at_top(box: Box, deck: Deck) -> bool:
    return box.top <= TOP_UNTIL * deck.height


def _touches_bottom(box: Box, deck: Deck) -> bool:
    return box.bottom >= (1 - AT_EDGE) * deck.height


def _touches_right(box: Box, deck: Deck) -> bool:
    return box.right >= (1 - AT_EDGE) * deck.width


def _touches_top(box: Box, deck: Deck) -> bool:
    return box.top <= AT_EDGE * deck.height


def _down(now: Box, before: Box) -> int:
    return now.top - before.top


def _rightwards(now: Box, before: Box) -> int:
    return now.left - before.left


def _up(now: Box, before: Box) -> int:
    return before.top - now.top


_MOVES = {
    "examine_title_bottom_position": _Move(1, _titles, _down, _at_bottom, _touches_bottom, True),
    "examine_table_bottom_position": _Move(2, _tables, _down, _at_bottom, _touches_bottom, True),
    "examine_right_position": _Move(1, _pictures, _rightwards, _at_right, _touches_right, False),
    "examine_top_position": _Move(1, _pictures, _up, _at_top, _touches_top, False),
}
