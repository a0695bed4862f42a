"""`check_triangle_position` and `check_textbox_on_leftside`: where a thing is in the picture."""

from typing import Any

import numpy as np

from scalecua.tasks.metrics.pictures.ground import apart
from scalecua.tasks.metrics.pictures.picture import Mask, Pixels, of_agent

GROUND_TOLERANCE = 32
CENTRE_TOLERANCE = 0.05
LEFT = 0.05
DARK = 128


def check_triangle_position(result: Any) -> float:
    """1 where the triangle is in the middle of the picture, within 5 % of the width and of the height.

    The triangle is what is yellow and stands out from the ground, or all that stands out if none is yellow.
    Its middle is its centre of mass or the centre of its bounding box, by which GIMP aligns.
    """
    pixels = of_agent(result).affordable().pixels()
    shape = apart(pixels, GROUND_TOLERANCE)
    yellow = shape & _yellow(pixels)
    places = np.argwhere(yellow if yellow.any() else shape)
    if not len(places):
        return 0.0
    size = np.array(pixels.shape[:2])
    middles = places.mean(axis=0), (places.min(axis=0) + places.max(axis=0)) / 2
    return float(any((np.abs(middle + 0.5 - size / 2) < CENTRE_TOLERANCE * size).all() for middle in middles))


def check_textbox_on_leftside(result: Any) -> float:
    """1 where the leftmost dark pixel, the text's, is within the left 5 % of the width."""
    gray = np.asarray(of_agent(result).affordable().on().convert("L"))
    columns = np.flatnonzero((gray < DARK).any(axis=0))
    return float(len(columns) > 0 and columns[0] < LEFT * gray.shape[1])


def _yellow(pixels: Pixels) -> Mask:
    red, green, blue = (pixels[..., channel].astype(np.int16) for channel in range(3))
    found: Mask = (np.minimum(red, green) >= DARK) & (2 * blue <= np.minimum(red, green)) & (red - green < 80)
    return found
