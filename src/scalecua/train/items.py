"""A batch as training items, with every sampled token either trained or omitted for a reason."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scalecua.core.batch import Batch, Group
from scalecua.core.segment import Omission, Segment
from scalecua.core.trajectory import Trajectory

Replay = Callable[[Trajectory, str, float], tuple[Segment, ...]]


@dataclass(frozen=True, slots=True)
class Item:
    """A segment with the temperature its answers were sampled at."""

    segment: Segment
    temperature: float


@dataclass(frozen=True, slots=True)
class Account:
    """Sampled tokens by trajectory id: how many are trained, and how many are not, by reason."""

    trained: Mapping[str, int]
    omitted: Mapping[str, Mapping[Omission, int]]


def items(batch: Batch, replay: Replay, *, max_sequence: int) -> tuple[tuple[Item, ...], Account]:
    """The segments to train, and the account of every trajectory of the batch.

    A filtered group and one without variance are omitted whole; a segment beyond `max_sequence` tokens alone.
    """
    kept: list[Item] = []
    trained: dict[str, int] = {}
    omitted: dict[str, Counter[Omission]] = {}
    for group in batch.groups:
        for trajectory, advantage in zip(group.trajectories, group.advantages, strict=True):
            missing: Counter[Omission] = Counter(_aborted(trajectory))
            trained[trajectory.id] = 0
            omitted[trajectory.id] = missing
            if not varies(group):
                missing[Omission.FILTERED] += _sampled(trajectory) - missing[Omission.ABORTED]
                continue
            for segment in replay(trajectory, group.instruction, advantage):
                if len(segment.token_ids) > max_sequence:
                    missing[Omission.TOO_LONG] += sum(segment.mask)
                    continue
                trained[trajectory.id] += sum(segment.mask)
                kept.append(Item(segment, trajectory.sampling.temperature))
    return tuple(kept), Account(trained, {name: +count for name, count in omitted.items()})


def varies(group: Group) -> bool:
    """Whether a group has anything to teach."""
    return not group.filtered and any(group.advantages)


def _sampled(trajectory: Trajectory) -> int:
    return sum(len(turn.completion.token_ids) for turn in trajectory.turns if turn.completion)


def _aborted(trajectory: Trajectory) -> dict[Omission, int]:
    answers = [turn.completion for turn in trajectory.turns if turn.completion]
    return {Omission.ABORTED: sum(len(a.token_ids) for a in answers if a.finish == "abort")}
