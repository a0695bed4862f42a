"""`check_structure_sim` and its kin: the result looks like the expected picture.

All compare by the mean SSIM of red, green and blue, in which transparency counts: where one picture is
transparent the other must be, too. EXIF orientation is applied first, so that what is seen is compared.
"""

from typing import Any

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import matched, same_shape, same_structure, similarity

THRESHOLD = 0.9


def check_structure_sim(result: Any, expected: Any) -> float:
    """1 where width and height are equal and the similarity is 0.9 at least."""
    return float(same_structure(of_agent(result), of_task(expected), THRESHOLD))


def check_file_exists_and_structure_sim(result: Any, expected: Any) -> float:
    """1 where the file is there and a picture like the expected one, as in `check_structure_sim`."""
    return check_structure_sim(result, expected)


def check_structure_sim_with_threshold(result: Any, expected: Any, *, ssim_threshold: float = 0.85) -> float:
    """1 where the similarity is `ssim_threshold` at least, in [0, 1].

    The sizes may differ, but not the proportion of width and height: the larger picture, which is at most
    eight times as wide, is scaled down.
    """
    if not 0 <= ssim_threshold <= 1:
        raise ValueError(f"ssim_threshold is {ssim_threshold!r}; it lies in [0, 1]")
    mine, other = of_agent(result), of_task(expected)
    return float(_alike(mine, other, ssim_threshold))


def check_structure_sim_resized(result: Any, expected: Any) -> float:
    """1 where the result is the expected picture at another size: similarity 0.9 at least.

    Margins that are wholly transparent are cut off both. The proportion of width and height must be the same,
    up to one pixel of rounding; the larger picture is scaled down, eight times at most.
    """
    mine, other = of_agent(result).visible(), of_task(expected).visible()
    if other is None:
        raise ValueError("the expected picture is wholly transparent")
    return float(mine is not None and _alike(mine, other, THRESHOLD))


def _alike(mine: Picture, other: Picture, threshold: float) -> bool:
    pair = matched(mine, other) if same_shape(mine, other) else None
    return pair is not None and similarity(*pair) >= threshold
