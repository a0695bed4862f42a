"""Sets of cells as rectangles, and whether one set lies within another."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from openpyxl.utils import range_boundaries


class Rectangle(NamedTuple):
    """Columns and rows, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


def rectangles(ranges: Any) -> tuple[Rectangle, ...]:
    """From "A1:B2 C3", or a list of such texts; a whole column or row reaches to the sheet's edges."""
    words = ranges if isinstance(ranges, list) else [str(ranges)]
    return tuple(_rectangle(ref) for word in words for ref in word.replace("$", "").split())


def _rectangle(ref: str) -> Rectangle:
    left, top, right, bottom = range_boundaries(ref)
    return Rectangle(left or 1, top or 1, right or 16_384, bottom or 1_048_576)


def within(inner: Iterable[Rectangle], outer: Iterable[Rectangle]) -> bool:
    """Whether every cell of `inner` is one of `outer`, however either is cut into rectangles."""
    left = list(inner)
    for cover in outer:
        left = [rest for part in left for rest in _without(part, cover)]
    return not left


def _without(part: Rectangle, cover: Rectangle) -> Iterable[Rectangle]:
    """What of `part` lies outside `cover`: above, below, and at either side of it."""
    if (
        part.right < cover.left
        or cover.right < part.left
        or part.bottom < cover.top
        or cover.bottom < part.top
    ):
        yield part
        return
    top, bottom = max(part.top, cover.top), min(part.bottom, cover.bottom)
    for rest in (
        Rectangle(part.left, part.top, part.right, top - 1),
        Rectangle(part.left, bottom + 1, part.right, part.bottom),
        Rectangle(part.left, top, cover.left - 1, bottom),
        Rectangle(cover.right + 1, top, part.right, bottom),
    ):
        if rest.left <= rest.right and rest.top <= rest.bottom:
            yield rest
