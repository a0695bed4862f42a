"""A group's end: curation, advantages and the success record, in the transaction of its last member."""

from collections.abc import Sequence

import numpy as np
from sqlalchemy import func, select

from scalecua.algo.sampling import ema
from scalecua.core.trajectory import Status
from scalecua.store import prefilter, versions
from scalecua.store.schema import GroupRow, GroupState, LeaseRow, LeaseState, TaskRecordRow, TrajectoryRow
from scalecua.store.scope import Scope


def close_if_ended(scope: Scope, group: GroupRow) -> None:
    """Close a group none of whose leases is open or held any more."""
    scope.session.flush()
    live = select(func.count()).where(
        LeaseRow.group_seq == group.seq, LeaseRow.state.in_([LeaseState.OPEN, LeaseState.HELD])
    )
    if group.state != GroupState.OPEN or scope.session.scalar(live):
        return
    last = select(func.max(GroupRow.closed_order)).where(GroupRow.run_id == scope.run)
    group.closed_order = (scope.session.scalar(last) or 0) + 1
    members = scored(scope, group)
    group.oldest = min((row.oldest for row in members if row.oldest is not None), default=None)
    group.newest = max((row.newest for row in members if row.newest is not None), default=None)
    if group.origin != "rollout":
        group.state = GroupState.CLOSED
        if group.evaluation == prefilter.INITIAL:
            _remember(scope, group, members)
        return
    group.state = GroupState.READY if members else GroupState.EMPTY
    _value(scope, group, members)
    _remember(scope, group, members)


def scored(scope: Scope, group: GroupRow) -> Sequence[TrajectoryRow]:
    """Return a group's judged trajectories in the order of its members."""
    return scope.session.scalars(
        select(TrajectoryRow)
        .where(TrajectoryRow.group_seq == group.seq, TrajectoryRow.status != Status.FAILED)
        .order_by(TrajectoryRow.member)
    ).all()


def _value(scope: Scope, group: GroupRow, members: Sequence[TrajectoryRow]) -> None:
    rewards = np.array([row.reward for row in members], dtype=np.float64)
    group.filtered = bool(members) and not scope.plan.curation(rewards)
    advantages = np.zeros_like(rewards) if group.filtered else scope.plan.advantage(rewards)
    for row, advantage in zip(members, advantages, strict=True):
        row.advantage = float(advantage)


def _remember(scope: Scope, group: GroupRow, members: Sequence[TrajectoryRow]) -> None:
    """Update the record by the scored members; what infrastructure lost is only counted."""
    record = scope.session.get_one(TaskRecordRow, (scope.run, group.record))
    wins = [row for row in members if row.success]
    before = float("nan") if record.ema is None else record.ema
    after = ema.update(before, len(wins), len(members), scope.plan.alpha)
    record.ema = None if np.isnan(after) else after
    if record.initial is None and members:
        record.initial = len(wins) / len(members)
    record.attempts += len(members)
    record.successes += len(wins)
    failures = select(func.count()).where(
        LeaseRow.group_seq == group.seq, LeaseRow.state.in_([LeaseState.FAILED, LeaseState.LOST])
    )
    record.failures += scope.session.scalar(failures) or 0
    if members:
        newest = versions.latest(scope)
        published = -1 if newest is None else newest.version
        record.last_version = published if group.newest is None else group.newest
    if wins:
        record.length = max(row.turns for row in wins)
