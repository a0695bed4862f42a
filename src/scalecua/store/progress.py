"""Where a run stands, for a live view."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.orm import InstrumentedAttribute

from scalecua.store import draws, versions
from scalecua.store.schema import FailureRow, GroupRow, LeaseRow, TrajectoryRow, WorkerRow
from scalecua.store.scope import Scope


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of a run: training `groups` and `leases` by state, rollouts by status, failures by class.

    `filtered` groups carried no signal; `serving` is the newest policy version each worker took, and
    `workers` when it last asked for work, seconds since the epoch.
    """

    draws: int
    updates: int
    groups: Mapping[str, int]
    filtered: int
    leases: Mapping[str, int]
    trajectories: Mapping[str, int]
    failures: Mapping[str, int]
    workers: Mapping[str, float]
    serving: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class UpdateRewards:
    """The scored rollouts of one update: how many, their mean reward and the share of successes."""

    update: int
    rollouts: int
    reward: float
    success: float


def counts(scope: Scope) -> Counts:
    """Return the numbers of this moment."""
    session, training = scope.session, GroupRow.origin == "rollout"
    filtered = select(func.count()).where(GroupRow.run_id == scope.run, training, GroupRow.filtered.is_(True))
    groups = select(GroupRow.state, func.count()).where(GroupRow.run_id == scope.run, training)
    rollouts = select(TrajectoryRow.status, func.count()).where(
        TrajectoryRow.run_id == scope.run, TrajectoryRow.origin == "rollout"
    )
    seen = select(WorkerRow.name, WorkerRow.seen).where(WorkerRow.run_id == scope.run)
    return Counts(
        draws=draws.drawn(scope),
        updates=versions.committed(scope),
        groups=dict(session.execute(groups.group_by(GroupRow.state)).all()),
        filtered=session.scalar(filtered) or 0,
        leases=_by(scope, LeaseRow.run_id, LeaseRow.state),
        trajectories=dict(session.execute(rollouts.group_by(TrajectoryRow.status)).all()),
        failures=_by(scope, FailureRow.run_id, FailureRow.failure),
        workers=dict(session.execute(seen).all()),
        serving=versions.serving(scope),
    )


def rewards(scope: Scope) -> tuple[UpdateRewards, ...]:
    """Return what each update was given, in order."""
    query = (
        select(
            GroupRow.update,
            func.count(),
            func.avg(TrajectoryRow.reward),
            func.avg(cast(TrajectoryRow.success, Integer)),
        )
        .join(TrajectoryRow, TrajectoryRow.group_seq == GroupRow.seq)
        .where(GroupRow.run_id == scope.run, GroupRow.update.is_not(None), TrajectoryRow.reward.is_not(None))
        .group_by(GroupRow.update)
        .order_by(GroupRow.update)
    )
    return tuple(
        UpdateRewards(update=update, rollouts=count, reward=float(reward), success=float(success))
        for update, count, reward, success in scope.session.execute(query)
        if update is not None
    )


def _by(scope: Scope, run: InstrumentedAttribute[int], column: InstrumentedAttribute[str]) -> dict[str, int]:
    query = select(column, func.count()).where(run == scope.run).group_by(column)
    return dict(scope.session.execute(query).all())
