"""`compare_images`: how much one picture, or animation, looks like another."""

from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.pictures.picture import Picture, sampled
from scalecua.tasks.metrics.pictures.structure import gray_similarity, matched, similarity
from scalecua.tasks.metrics.unreadable import Unreadable, agents

FRAMES = 5
STEP = 0.01


def compare_images(result: Any, expected: Any, *, reference_base_result: float | None = None) -> float:
    """The structural similarity in [0, 1]: the smaller of that of the brightness and that of the colours.

    Pictures of different size are scaled to the smaller one's; eight times as wide or high scores 0. Of
    animations, five frames from the first to the last are compared; an animation and a still picture score 0.
    `reference_base_result`, in [0, 1), is the similarity where nothing has been done: up to 0.01 above it the
    score is 0; from there on, the similarity is stretched so that it gives 0 and 1 still gives 1.
    """
    base = reference_base_result
    if base is not None and not 0 <= base < 1:
        raise ValueError(f"reference_base_result is {base!r}; it lies in [0, 1)")
    if not isinstance(expected, Path):
        raise ValueError(f"expected is {expected!r:.200}, not a file")
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a picture"):
        mine = sampled(result, FRAMES)
    other = sampled(expected, FRAMES)
    if len(mine) != len(other):
        return 0.0
    value = sum(_alike(a, b) for a, b in zip(mine, other, strict=True)) / len(mine)
    if base is None:
        return min(1.0, value)
    return min(1.0, (value - base) / (1 - base)) if value >= base + STEP else 0.0


def _alike(a: Picture, b: Picture) -> float:
    pair = matched(a, b)
    return max(0.0, min(gray_similarity(*pair), similarity(*pair))) if pair else 0.0
