"""`check_saturation_increase_and_structure_sim`: the same picture with stronger colours."""

from typing import Any

import numpy as np
import numpy.typing as npt

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import gray_similarity

THRESHOLD = 0.9
HUE_DEGREES = 15.0


def check_saturation_increase_and_structure_sim(result: Any, expected: Any) -> float:
    """1 where the mean saturation (of HSV) is above that of `expected`, and the picture is the same.

    It is the same where the size is equal, the SSIM of the brightness is 0.9 at least, and the hues differ by
    15 degrees at most on average, a pixel counting as much as it is coloured on both sides.
    """
    mine, other = of_agent(result), of_task(expected)
    if mine.size != other.size:
        return 0.0
    stronger, weaker = _hsv(mine), _hsv(other)
    increased = stronger[..., 1].mean() > weaker[..., 1].mean()
    same_hues = _turned(stronger, weaker) <= HUE_DEGREES
    return float(increased and same_hues and gray_similarity(mine, other) >= THRESHOLD)


def _hsv(picture: Picture) -> npt.NDArray[np.float32]:
    return np.asarray(picture.affordable().on().convert("HSV"), dtype=np.float32)


def _turned(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    """The mean angle between the hues, in degrees; 0 where nothing is coloured on both sides."""
    weight = np.minimum(a[..., 1] * a[..., 2], b[..., 1] * b[..., 2])
    apart = np.abs(a[..., 0] - b[..., 0])
    degrees = np.minimum(apart, 256 - apart) * (360 / 256)
    total = float(weight.sum(dtype=np.float64))
    return float((degrees * weight).sum(dtype=np.float64)) / total if total else 0.0
