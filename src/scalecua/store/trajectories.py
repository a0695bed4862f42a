"""Trajectories: kept whole, once a lease, and loaded as they were recorded."""

from collections.abc import Iterable, Sequence

from sqlalchemy import insert, select

from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.segment import Omission
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.store import leases
from scalecua.store.closing import close_if_ended
from scalecua.store.schema import ConsumptionRow, GroupRow, LeaseRow, LeaseState, TrajectoryRow, TurnRow
from scalecua.store.scope import Scope
from scalecua.store.serialise import trajectory_from, trajectory_json, turn_from, turn_json

CHUNK = 500


def record(scope: Scope, trajectory: Trajectory) -> None:
    """Keep a trajectory and end its lease: scored, or failed if its status is `failed`.

    Once a lease: a second call changes nothing. StoreError if the lease is unknown or ended otherwise, or
    if the trajectory contradicts it or itself.
    """
    lease = leases.find(scope, trajectory.lease_id)
    group = scope.session.get_one(GroupRow, lease.group_seq)
    _check(trajectory, lease, group)
    failed = trajectory.status is Status.FAILED
    if lease.state == (LeaseState.FAILED if failed else LeaseState.SCORED):
        return
    leases.held(scope, trajectory.lease_id)
    save(scope, trajectory, group.seq)
    if failed:
        omit(scope, {trajectory.id: _sampled(trajectory)}, Omission.FAILED)
        leases.fail(scope, lease, trajectory.failure or Failure.CRASH, trajectory.detail)
    else:
        lease.state = LeaseState.SCORED
        close_if_ended(scope, group)


def save(scope: Scope, trajectory: Trajectory, group_seq: int | None) -> None:
    """Insert a trajectory with its turns."""
    spans = [
        span.version
        for turn in trajectory.turns
        if turn.completion is not None
        for span in turn.completion.versions
    ]
    verdict, failure = trajectory.verdict, trajectory.failure
    row = {
        "id": trajectory.id,
        "run_id": scope.run,
        "group_seq": group_seq,
        "lease_id": None if group_seq is None else trajectory.lease_id,
        "task_id": trajectory.task_id,
        "origin": trajectory.origin,
        "member": trajectory.index,
        "status": trajectory.status,
        "score": None if verdict is None else verdict.score,
        "success": None if verdict is None else verdict.score >= scope.plan.success,
        "reward": trajectory.reward,
        "failure": failure,
        "turns": len(trajectory.turns),
        "tokens": _sampled(trajectory),
        "oldest": min(spans, default=None),
        "newest": max(spans, default=None),
        "body": trajectory_json(trajectory),
        "recorded": scope.now,
    }
    scope.session.execute(insert(TrajectoryRow), [row])
    turns = [(number, *turn_json(turn)) for number, turn in enumerate(trajectory.turns)]
    if turns:
        scope.session.execute(
            insert(TurnRow),
            [
                {"trajectory_id": trajectory.id, "number": number, "body": body, "tokens": tokens}
                for number, body, tokens in turns
            ],
        )


def load(scope: Scope, ids: Sequence[str]) -> dict[str, Trajectory]:
    """Return trajectories by id."""
    found: dict[str, Trajectory] = {}
    for at in range(0, len(ids), CHUNK):
        chunk = ids[at : at + CHUNK]
        turns: dict[str, list[Turn]] = {key: [] for key in chunk}
        played = select(TurnRow.trajectory_id, TurnRow.body, TurnRow.tokens).where(
            TurnRow.trajectory_id.in_(chunk)
        )
        for key, body, tokens in scope.session.execute(
            played.order_by(TurnRow.trajectory_id, TurnRow.number)
        ):
            turns[key].append(turn_from(body, tokens))
        bodies = select(TrajectoryRow.id, TrajectoryRow.body).where(TrajectoryRow.id.in_(chunk))
        for key, body in scope.session.execute(bodies):
            found[key] = trajectory_from(body, tuple(turns[key]))
    return found


def scored(scope: Scope) -> tuple[str, ...]:
    """Return the ids of all trajectories that have a verdict, in the order of their recording."""
    query = select(TrajectoryRow.id).where(
        TrajectoryRow.run_id == scope.run, TrajectoryRow.score.is_not(None)
    )
    return tuple(scope.session.scalars(query.order_by(TrajectoryRow.recorded, TrajectoryRow.id)))


def omit(scope: Scope, tokens: dict[str, int], reason: Omission) -> None:
    """Record that no update will train these trajectories' sampled tokens, and why."""
    rows = [
        {"run_id": scope.run, "trajectory_id": key, "reason": reason, "update": None, "tokens": count}
        for key, count in tokens.items()
        if count
    ]
    if rows:
        scope.session.execute(insert(ConsumptionRow), rows)


def _sampled(trajectory: Trajectory) -> int:
    return sum(len(turn.completion.token_ids) for turn in trajectory.turns if turn.completion is not None)


def _check(trajectory: Trajectory, lease: LeaseRow, group: GroupRow) -> None:
    given = (trajectory.group_id, trajectory.index, trajectory.task_id, trajectory.origin)
    wanted = (group.id, lease.member, group.task_id, group.origin)
    if given != wanted:
        raise StoreError(
            f"trajectory {trajectory.id!r} says {given} of lease {lease.id!r}, which is {wanted}"
        )
    for problem in _contradictions(trajectory):
        raise StoreError(f"trajectory {trajectory.id!r} with status {trajectory.status} {problem}")


def _contradictions(trajectory: Trajectory) -> Iterable[str]:
    if trajectory.status is Status.FAILED:
        if trajectory.failure is None:
            yield "names no failure"
        if trajectory.verdict is not None or trajectory.reward is not None:
            yield "has a verdict or a reward; infrastructure's failures are never scored"
        return
    if trajectory.verdict is None:
        yield "has no verdict; an episode that could not be judged is recorded as failed"
    elif not 0 <= trajectory.verdict.score <= 1:
        yield f"has the score {trajectory.verdict.score}, outside [0, 1]"
    if trajectory.origin == "rollout" and trajectory.reward is None:
        yield "has no reward"
