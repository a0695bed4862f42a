"""`check_image_mirror`: the picture with left and right exchanged."""

from typing import Any

from PIL import ImageOps

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import same_structure

THRESHOLD = 0.99


def check_image_mirror(result: Any, expected: Any) -> float:
    """1 where the mirrored result is `expected`, the original: same size, similarity 0.99 at least."""
    mine, original = of_agent(result), of_task(expected)
    return float(same_structure(Picture(ImageOps.mirror(mine.image), mine.mode), original, THRESHOLD))
