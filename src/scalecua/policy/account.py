"""Proof that every sampled token is trained exactly once, or has a recorded reason why not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scalecua.core.errors import PolicyError
from scalecua.core.segment import Omission, Segment, TurnSpan
from scalecua.core.trajectory import Status, Trajectory, Turn


@dataclass(frozen=True, slots=True)
class Account:
    """Token counts of one trajectory: `sampled` = trained of them + omitted.

    `demonstrated` counts trained tokens that no policy sampled; they stand apart.
    """

    sampled: int
    trained: int
    omitted: Mapping[Omission, int]
    demonstrated: int = 0


def account(
    trajectory: Trajectory, segments: Sequence[Segment], *, omission: Omission | None = None
) -> Account:
    """Add up a trajectory; PolicyError naming the first token that diverges.

    `omission` is why the turns that no segment trains are left out; a failed trajectory and an aborted
    answer are a reason of their own.
    """
    where = _where(trajectory, segments)
    sampled = trained = demonstrated = 0
    omitted: Counter[Omission] = Counter()
    for number, turn in enumerate(trajectory.turns):
        place = where.get(number)
        if turn.completion is None:
            demonstrated += place[1].stop - place[1].start if place else 0
            continue
        count = len(turn.completion.token_ids)
        sampled += count
        if place:
            _compare(trajectory, number, turn.completion.token_ids, *place)
            trained += count
        elif count:
            omitted[_reason(trajectory, number, turn, omission)] += count
    return Account(sampled, trained, dict(omitted), demonstrated)


def _where(trajectory: Trajectory, segments: Sequence[Segment]) -> dict[int, tuple[Segment, TurnSpan]]:
    """The one place where each turn is trained."""
    found: dict[int, tuple[Segment, TurnSpan]] = {}
    for segment in segments:
        if segment.trajectory_id != trajectory.id:
            raise PolicyError(
                f"segment {segment.index} is of trajectory {segment.trajectory_id}, not {trajectory.id}"
            )
        inside = [0] * len(segment.token_ids)
        for span in segment.turns:
            if span.turn in found or not 0 <= span.turn < len(trajectory.turns):
                raise PolicyError(f"{_named(trajectory, span.turn)} is trained twice, or was never played")
            found[span.turn] = segment, span
            inside[span.start : span.stop] = [1] * (span.stop - span.start)
        for position, (mask, expected) in enumerate(zip(segment.mask, inside, strict=True)):
            if mask != expected:
                raise PolicyError(
                    f"trajectory {trajectory.id}, segment {segment.index}: token {position} has mask {mask}, "
                    f"where its turns say {expected}"
                )
    return found


def _compare(
    trajectory: Trajectory, number: int, sampled: Sequence[int], segment: Segment, span: TurnSpan
) -> None:
    """The ids trained must be the ids sampled."""
    trained = segment.token_ids[span.start : span.stop]
    for position, (was, now) in enumerate(zip(sampled, trained, strict=False)):
        if was != now:
            raise PolicyError(
                f"{_named(trajectory, number)}: token {position} was sampled as {was} and is trained as {now}"
            )
    if len(sampled) != len(trained):
        raise PolicyError(
            f"{_named(trajectory, number)}: token {min(len(sampled), len(trained))} diverges: {len(sampled)} "
            f"were sampled, {len(trained)} are trained"
        )


def _reason(trajectory: Trajectory, number: int, turn: Turn, omission: Omission | None) -> Omission:
    if trajectory.status is Status.FAILED:
        return Omission.FAILED
    if turn.completion is not None and turn.completion.finish == "abort":
        return Omission.ABORTED
    if omission is None:
        raise PolicyError(
            f"{_named(trajectory, number)}: token 0 was sampled, but is neither trained nor omitted"
        )
    return omission


def _named(trajectory: Trajectory, number: int) -> str:
    return f"trajectory {trajectory.id}, turn {number}"
