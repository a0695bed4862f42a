"""Qwen-VL's smart resize: multiples of a factor, a bounded area, the aspect ratio kept where that allows."""

import math

from scalecua.core.errors import PolicyError


def smart_resize(
    width: int, height: int, *, factor: int, min_pixels: int, max_pixels: int
) -> tuple[int, int]:
    """The width and height, in pixels, that a screenshot is resized to before it is cut into patches.

    Halves are rounded to even, as in the models' own code: 1036 / 28 = 37 stays, 1022 / 28 = 36.5 is 36.
    """
    if width < 1 or height < 1 or max(width, height) > 200 * min(width, height):
        raise PolicyError(
            f"a picture of {width}x{height} cannot be resized: its sides differ 200-fold or more"
        )
    wide, high = round(width / factor) * factor, round(height / factor) * factor
    if wide * high > max_pixels:
        beta = math.sqrt(width * height / max_pixels)
        return _floor(width / beta, factor), _floor(height / beta, factor)
    if wide * high < min_pixels:
        beta = math.sqrt(min_pixels / (width * height))
        return math.ceil(width * beta / factor) * factor, math.ceil(height * beta / factor) * factor
    return wide, high


def _floor(side: float, factor: int) -> int:
    return max(factor, math.floor(side / factor) * factor)
