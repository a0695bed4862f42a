"""Structural similarity (SSIM) of two pictures, and bringing them to one size first."""

import numpy as np
from skimage.metrics import structural_similarity

from scalecua.tasks.metrics.pictures.picture import BLACK, WHITE, Picture, Pixels

WINDOW = 7
# Beyond this a thumbnail would pass for the picture.
SCALE_LIMIT = 8
SHAPE_TOLERANCE = 0.01


def same_structure(result: Picture, expected: Picture, at_least: float) -> bool:
    """Whether the sizes are equal and the similarity is `at_least` this."""
    return result.size == expected.size and similarity(result, expected) >= at_least


def similarity(a: Picture, b: Picture) -> float:
    """Mean SSIM of red, green and blue of two pictures of one size; at most 1.

    Transparency counts: the pictures are compared on black and on white, and the smaller value is taken.
    """
    a, b = a.affordable(), b.affordable()
    grounds = (WHITE,) if a.opaque and b.opaque else (WHITE, BLACK)
    return min(_coloured(np.asarray(a.on(ground)), np.asarray(b.on(ground))) for ground in grounds)


def gray_similarity(a: Picture, b: Picture) -> float:
    """SSIM of the brightness of two pictures of one size, on white; at most 1."""
    return _ssim(*(np.asarray(side.affordable().on().convert("L")) for side in (a, b)))


def matched(a: Picture, b: Picture) -> tuple[Picture, Picture] | None:
    """Both with the width and the height of the smaller one; None where a side differs SCALE_LIMIT times.

    The size is affordable, whatever the sizes were.
    """
    pairs = [sorted(sides) for sides in zip(a.size, b.size, strict=True)]
    if any(small * SCALE_LIMIT < large for small, large in pairs):
        return None
    size = pairs[0][0], pairs[1][0]
    smaller = a.resized(size).affordable()
    return smaller, b.resized(smaller.size)


def same_shape(a: Picture, b: Picture) -> bool:
    """Whether width and height have the same proportion, up to a pixel and SHAPE_TOLERANCE."""
    (width, height), (other_width, other_height) = sorted((a.size, b.size))
    proportional = other_width * height / other_height
    return abs(width - proportional) <= 1 + SHAPE_TOLERANCE * proportional


def _coloured(a: Pixels, b: Pixels) -> float:
    return sum(_ssim(a[..., channel], b[..., channel]) for channel in range(3)) / 3


def _ssim(a: Pixels, b: Pixels) -> float:
    if np.array_equal(a, b):
        return 1.0
    side = min(WINDOW, *a.shape)
    side -= 1 - side % 2
    if side < 3:
        # Too few pixels for a window: only equality tells.
        return 0.0
    planes = a.astype(np.float32), b.astype(np.float32)
    return float(structural_similarity(*planes, win_size=side, data_range=255.0))  # type: ignore[no-untyped-call]
