"""`compare_image_list`: two lists of pictures, equal pixel by pixel."""

from pathlib import Path
from typing import Any

import numpy as np

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task


def compare_image_list(result: Any, expected: Any) -> float:
    """1 where both lists are as long as each other and hold, in the same order, pictures that look the same.

    A single file is a list of one. Two pictures look the same if size and pixels are equal, whatever format,
    palette or EXIF orientation they are stored with; the colour of a wholly transparent pixel does not count.
    """
    mine, other = _listed(result), _listed(expected)
    if not other:
        raise ValueError("expected has no pictures")
    if len(mine) != len(other):
        return 0.0
    return float(all(_same(a, b) for a, b in zip(mine, other, strict=True)))


def _listed(side: Any) -> list[Any]:
    return side if isinstance(side, list) else [side]


def _same(result: Any, expected: Any) -> bool:
    mine = of_agent(result)
    # A copied photo of many million pixels need not be read twice.
    if isinstance(expected, Path) and result.read_bytes() == expected.read_bytes():
        return True
    return _look_the_same(mine, of_task(expected))


def _look_the_same(a: Picture, b: Picture) -> bool:
    if a.size != b.size:
        return False
    one, other = np.asarray(a.image), np.asarray(b.image)
    if not np.array_equal(one[..., 3], other[..., 3]):
        return False
    seen = one[..., 3] > 0
    return all(np.array_equal(one[..., channel][seen], other[..., channel][seen]) for channel in range(3))
