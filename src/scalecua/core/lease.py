"""A piece of work handed to one rollout worker for a limited time."""

from collections.abc import Sequence
from dataclasses import dataclass

from scalecua.core.completion import Sampling
from scalecua.core.task import Task
from scalecua.core.trajectory import Origin, Status, Trajectory, Turn


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

    def played(self, name: str, turns: Sequence[Turn], status: Status) -> Trajectory:
        """The trajectory `name` of an episode under this lease, before anything is known of its worth."""
        return Trajectory(
            id=name,
            task_id=self.task.id,
            group_id=self.group_id,
            index=self.index,
            lease_id=self.id,
            origin=self.origin,
            seed=self.seed,
            sampling=self.sampling,
            max_turns=self.max_turns,
            turns=tuple(turns),
            status=status,
        )
