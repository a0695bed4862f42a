"""What one update of the learner takes from the store."""

from dataclasses import dataclass

from scalecua.core.trajectory import Trajectory


@dataclass(frozen=True, slots=True)
class Group:
    """The closed rollouts of one task drawn together; failed members are not in `trajectories`.

    `advantages` holds one number a trajectory; all zero where the rewards do not vary. A `filtered`
    group was dropped by curation: it is here so that its tokens can be accounted for, not trained.
    """

    id: str
    task_id: str
    record: str
    instruction: str
    trajectories: tuple[Trajectory, ...]
    advantages: tuple[float, ...]
    filtered: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """The groups of one update, the same on every call with the same `update`."""

    update: int
    groups: tuple[Group, ...]
