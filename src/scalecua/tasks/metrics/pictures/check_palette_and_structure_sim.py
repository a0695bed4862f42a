"""`check_palette_and_structure_sim`: the same picture, stored with a palette."""

from typing import Any

from scalecua.tasks.metrics.pictures.picture import of_agent, of_task
from scalecua.tasks.metrics.pictures.structure import same_structure

THRESHOLD = 0.9


def check_palette_and_structure_sim(result: Any, expected: Any) -> float:
    """1 where the file of the result is indexed, the size the same and the similarity 0.9 at least."""
    mine, other = of_agent(result), of_task(expected)
    return float(mine.mode in {"P", "PA"} and same_structure(mine, other, THRESHOLD))
