"""`check_green_background`: the ground is green, and what is in front of it is as it was."""

from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from scalecua.tasks.metrics.pictures.ground import apart
from scalecua.tasks.metrics.pictures.picture import Mask, of_agent, of_task

GROUND_TOLERANCE = 8
OBJECT_TOLERANCE = 16
# The object's edge is mixed with the ground, old and new: this many pixels of it may change.
EDGE = 2


def check_green_background(result: Any, expected: Any) -> float:
    """1 where the ground of `expected`, the original, is green in the result and the object unchanged.

    The ground is what has the commonest colour of the original's edges; all of it must have more green than
    red and more green than blue. The object is the rest: inside its edge no channel changes by more than 16.
    """
    mine, original = of_agent(result), of_task(expected)
    if mine.size != original.size:
        return 0.0
    now, before = mine.pixels(), original.pixels()
    in_front = apart(before, GROUND_TOLERANCE)
    red, green, blue = now[..., 0], now[..., 1], now[..., 2]
    changed = (np.abs(now.astype(np.int16) - before) > OBJECT_TOLERANCE).any(axis=-1)
    filled = bool(((green > red) & (green > blue))[~in_front].all())
    return float(filled and not (changed & _inside(in_front)).any())


def _inside(mask: Mask) -> Mask:
    image = Image.fromarray(mask.astype(np.uint8) * 255)
    return np.asarray(image.filter(ImageFilter.MinFilter(2 * EDGE + 1))) > 0
