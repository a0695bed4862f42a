"""A piece of work handed to one rollout worker for a limited time."""

from dataclasses import dataclass

from scalecua.core.completion import Sampling
from scalecua.core.task import Task
from scalecua.core.trajectory import Origin


@dataclass(frozen=True, slots=True)
class Lease:
    """Play `task` as member `index` of its group; `expires` is in seconds since the epoch.

    `sampling` has neither forbidden ids nor a seed: the agent adds the family's ids, and derives
    each turn's seed from `seed`.
    """

    id: str
    task: Task
    group_id: str
    index: int
    origin: Origin
    seed: int
    max_turns: int
    sampling: Sampling
    expires: float
