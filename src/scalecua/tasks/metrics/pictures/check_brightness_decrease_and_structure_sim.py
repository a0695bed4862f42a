"""`check_brightness_decrease_and_structure_sim`: the same picture, but darker."""

from typing import Any

import numpy as np
import numpy.typing as npt

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import matched, same_shape

MIDDLE = 128.0
# A wide threshold lets a plain area or another photo through; neither is light and dark in the same places.
CORRELATION = 0.6
FLAT = 1.0


def check_brightness_decrease_and_structure_sim(
    result: Any, expected: Any, *, threshold: float = 0.03
) -> float:
    """1 where the mean brightness of `result` is below that of `expected`, and the picture is the same.

    It is the same where both have one proportion of width and height and, scaled to one size and to a mean
    brightness of 128, differ by a mean square below `threshold` (values in [0, 1]), with their light and dark
    places correlated. A task that wants a brighter picture has the two the other way round.
    """
    if not threshold > 0:
        raise ValueError(f"threshold is {threshold!r}; it is above 0")
    mine, other = of_agent(result), of_task(expected)
    pair = matched(mine, other) if same_shape(mine, other) else None
    if pair is None or not _brightness(pair[0]) < _brightness(pair[1]) or not _correlated(*map(_gray, pair)):
        return 0.0
    mine, other = pair
    return float(np.mean((_normalised(mine) - _normalised(other)) ** 2) < threshold)


def _gray(picture: Picture) -> npt.NDArray[np.float32]:
    return np.asarray(picture.on().convert("L"), dtype=np.float32)


def _brightness(picture: Picture) -> float:
    return float(_gray(picture).mean(dtype=np.float64))


def _normalised(picture: Picture) -> npt.NDArray[np.float32]:
    """The colours in [0, 1], multiplied so that the mean brightness is MIDDLE; black stays black."""
    factor = MIDDLE / max(_brightness(picture), 1e-6)
    pixels = picture.pixels().astype(np.float32) * np.float32(factor)
    return np.asarray(pixels.clip(0, 255) / 255, dtype=np.float32)


def _correlated(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> bool:
    a, b = a - a.mean(), b - b.mean()
    spread = float(a.std()), float(b.std())
    if max(spread) < FLAT:
        return True
    if min(spread) == 0:
        return False
    return float((a * b).mean(dtype=np.float64)) >= CORRELATION * spread[0] * spread[1]
