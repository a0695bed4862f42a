"""`check_contrast_increase_and_structure_sim`: the same picture with more contrast."""

from typing import Any

from PIL import ImageStat

from scalecua.tasks.metrics.pictures.picture import Picture, of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import similarity

THRESHOLD = 0.65
FLAT = 1.0


def check_contrast_increase_and_structure_sim(result: Any, expected: Any) -> float:
    """1 where the contrast is above that of `expected`, the size the same and the similarity 0.65 at least.

    Contrast is the standard deviation of the brightness; transparent places count as white. As more contrast
    alone makes pictures less similar, it is enough if `expected` with the result's contrast is so similar.
    """
    mine, other = of_agent(result), of_task(expected)
    if mine.size != other.size:
        return 0.0
    mine, other = mine.affordable(), other.affordable()
    if not _spread(mine)[1] > _spread(other)[1]:
        return 0.0
    return float(any(similarity(mine, side) >= THRESHOLD for side in (other, _raised(other, mine))))


def _spread(picture: Picture) -> tuple[float, float]:
    """Mean and standard deviation of the brightness."""
    found = ImageStat.Stat(picture.on().convert("L"))
    return found.mean[0], found.stddev[0]


def _raised(picture: Picture, like: Picture) -> Picture:
    """The picture with the mean and the standard deviation of another's brightness; a flat one as it is."""
    (mean, spread), (other_mean, other_spread) = _spread(picture), _spread(like)
    if spread < FLAT:
        return picture
    scaled = [round((value - mean) * other_spread / spread + other_mean) for value in range(256)]
    colours = [min(255, max(0, value)) for value in scaled]
    return Picture(picture.image.point(colours * 3 + list(range(256))), picture.mode)
