"""How a run went, for those who look back: groups as they closed, episodes as they were played."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Integer, cast, func, select

from scalecua.core.trajectory import Status
from scalecua.store.prefilter import INITIAL
from scalecua.store.schema import GroupRow, LeaseRow, PolicyVersionRow, TrajectoryRow
from scalecua.store.scope import Scope

BATCH = 500
BEFORE_DRAWS = -1


@dataclass(frozen=True, slots=True)
class Closed:
    """A group that closed and moved its success record: the draw that opened it (BEFORE_DRAWS for one of the
    initial pass) and the update that took it.
    """

    record: str
    draw: int
    update: int | None
    scored: int
    successes: int


@dataclass(frozen=True, slots=True)
class Played:
    """One recorded episode: the evaluation it belongs to (None: training), when its lease was given and when
    it was recorded (seconds since the epoch), and the seconds of its parts by name.
    """

    evaluation: str | None
    given: float
    recorded: float
    turns: int
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Member:
    """A scored episode of an evaluation, by the place that another evaluation of the same tasks shares."""

    task_id: str
    record: str
    index: int
    trajectory_id: str
    success: bool


def closed(scope: Scope) -> tuple[Closed, ...]:
    """Return the closed groups that moved a success record, in the order of closing."""
    counted = GroupRow.draw.is_not(None) | (GroupRow.evaluation == INITIAL)
    query = (
        select(
            GroupRow.record,
            GroupRow.draw,
            GroupRow.update,
            func.count(TrajectoryRow.id),
            func.sum(cast(TrajectoryRow.success, Integer)),
        )
        .outerjoin(
            TrajectoryRow,
            (TrajectoryRow.group_seq == GroupRow.seq) & (TrajectoryRow.status != Status.FAILED),
        )
        .where(GroupRow.run_id == scope.run, counted, GroupRow.closed_order.is_not(None))
        .group_by(GroupRow.seq)
        .order_by(GroupRow.closed_order)
    )
    return tuple(
        Closed(record, BEFORE_DRAWS if draw is None else draw, update, scored, successes or 0)
        for record, draw, update, scored, successes in scope.session.execute(query)
    )


def played(scope: Scope) -> tuple[Played, ...]:
    """Return every recorded episode that a lease ordered, in the order of recording."""
    query = (
        select(
            GroupRow.evaluation,
            LeaseRow.given,
            TrajectoryRow.recorded,
            TrajectoryRow.turns,
            TrajectoryRow.body,
        )
        .join(LeaseRow, LeaseRow.id == TrajectoryRow.lease_id)
        .join(GroupRow, GroupRow.seq == TrajectoryRow.group_seq)
        .where(TrajectoryRow.run_id == scope.run)
        .order_by(TrajectoryRow.recorded, TrajectoryRow.id)
        .execution_options(yield_per=BATCH)
    )
    return tuple(
        Played(evaluation, recorded if given is None else given, recorded, turns, json.loads(body)["timings"])
        for evaluation, given, recorded, turns, body in scope.session.execute(query)
    )


def members(scope: Scope, evaluation: str) -> tuple[Member, ...]:
    """Return the scored episodes of an evaluation in the order of its tasks and passes."""
    query = (
        select(
            GroupRow.task_id, GroupRow.record, TrajectoryRow.member, TrajectoryRow.id, TrajectoryRow.success
        )
        .join(TrajectoryRow, TrajectoryRow.group_seq == GroupRow.seq)
        .where(
            GroupRow.run_id == scope.run,
            GroupRow.evaluation == evaluation,
            TrajectoryRow.status != Status.FAILED,
        )
        .order_by(GroupRow.position, TrajectoryRow.member)
    )
    return tuple(
        Member(task, record, index, key, bool(success))
        for task, record, index, key, success in scope.session.execute(query)
    )


def committed(scope: Scope) -> dict[int, float]:
    """Return when each committed update published its weights, seconds since the epoch."""
    query = select(PolicyVersionRow.update, PolicyVersionRow.published).where(
        PolicyVersionRow.run_id == scope.run, PolicyVersionRow.update.is_not(None)
    )
    rows = scope.session.execute(query.order_by(PolicyVersionRow.update))
    return {update: published for update, published in rows if update is not None}
