"""Between a family's grid and screen pixels: the corners of the grid are the corner pixels of the screen."""

import math
from fractions import Fraction


def to_pixel(value: float, side: int, grid: int) -> int | None:
    """The pixel, 0 to side - 1, of a coordinate 0 to `grid`; None if it is off the grid. Halves go up."""
    if not 0 <= value <= grid:
        return None
    return math.floor(Fraction(value) * (side - 1) / grid + Fraction(1, 2))


def to_grid(pixel: int, side: int, grid: int) -> int:
    """The grid coordinate nearest to a pixel. Halves go up.

    Its pixel is the same one on a screen of up to `grid` + 1 pixels, and within half a grid step beyond.
    """
    if side == 1:
        return 0
    return math.floor(Fraction(pixel * grid, side - 1) + Fraction(1, 2))
