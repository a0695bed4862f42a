"""What an update trains: the groups it takes, and what became of their tokens."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Select, delete, func, insert, select

from scalecua.algo.scheduling import staleness
from scalecua.core.batch import Batch, Group
from scalecua.core.errors import StoreError
from scalecua.core.segment import Omission
from scalecua.store import draws, tasks, trajectories, versions
from scalecua.store.closing import scored
from scalecua.store.schema import ConsumptionRow, GroupRow, GroupState, TaskRecordRow, TrajectoryRow
from scalecua.store.scope import Scope

TRAINED = "trained"


def taken(scope: Scope, update: int) -> Sequence[GroupRow]:
    """Return the groups that an update took, in its order."""
    query = select(GroupRow).where(GroupRow.run_id == scope.run, GroupRow.update == update)
    return scope.session.scalars(_ordered(scope, query)).all()


def take(scope: Scope, update: int) -> bool:
    """Assign closed groups to the update, for good; False while there are too few.

    Groups too old for it are set aside. Fewer than the plan's batch are taken only where no more can
    come before this update: every draw is made, or the next waits for it. StoreError if the update is
    not the next one, or the run has no training task to wait for.
    """
    done = versions.committed(scope)
    if update != done:
        raise StoreError(f"there is no batch for update {update}: {done} updates are done, so {done} is next")
    known = select(func.count()).where(TaskRecordRow.run_id == scope.run)
    if not scope.session.scalar(known):
        raise StoreError(f"run {scope.plan.name!r} has no training task; add tasks before asking for a batch")
    _set_aside(scope)
    ready = scope.session.scalars(_ordered(scope, _in_state(scope, GroupState.READY))).all()
    rows = ready[: scope.plan.batch]
    if not rows or (len(rows) < scope.plan.batch and _more_to_come(scope)):
        return False
    for row in rows:
        row.update, row.state = update, GroupState.TAKEN
    return True


def load(scope: Scope, update: int) -> Batch | None:
    """Return the groups of an update with all their scored trajectories; None if it took none."""
    groups = tuple(_group(scope, row) for row in taken(scope, update))
    return Batch(update=update, groups=groups) if groups else None


def finished(scope: Scope) -> bool:
    """Return whether the run ended early, or every draw was made and closed and no group waits for an update
    or its commit.
    """
    if versions.ended_early(scope):
        return True
    if draws.drawn(scope) < scope.plan.iterations:
        return False
    waiting = select(func.count()).where(
        GroupRow.run_id == scope.run,
        GroupRow.origin == "rollout",
        GroupRow.state.in_([GroupState.OPEN, GroupState.READY])
        | ((GroupRow.state == GroupState.TAKEN) & (GroupRow.update >= versions.committed(scope))),
    )
    return not scope.session.scalar(waiting)


def consume(
    scope: Scope, update: int, trained: Mapping[str, int], omitted: Mapping[str, Mapping[Omission, int]]
) -> None:
    """Record what an update made of its trajectories' sampled tokens; a second call replaces the first."""
    known = {row.id for group in taken(scope, update) for row in scored(scope, group)}
    if strangers := (trained.keys() | omitted.keys()) - known:
        raise StoreError(f"update {update} was not given the trajectories {sorted(strangers)}")
    scope.session.execute(
        delete(ConsumptionRow).where(ConsumptionRow.run_id == scope.run, ConsumptionRow.update == update)
    )
    used = [(key, TRAINED, count) for key, count in trained.items()]
    used += [(key, str(reason), count) for key, why in omitted.items() for reason, count in why.items()]
    rows = [
        {"run_id": scope.run, "update": update, "trajectory_id": key, "reason": reason, "tokens": count}
        for key, reason, count in used
        if count
    ]
    if rows:
        scope.session.execute(insert(ConsumptionRow), rows)


def unaccounted(scope: Scope) -> dict[str, int]:
    """Return the sampled tokens of committed or set-aside training trajectories that no record explains.

    By trajectory id, sampled less recorded; empty in a sound run.
    """
    told = (
        select(ConsumptionRow.trajectory_id, func.sum(ConsumptionRow.tokens).label("tokens"))
        .where(ConsumptionRow.run_id == scope.run)
        .group_by(ConsumptionRow.trajectory_id)
        .subquery()
    )
    difference = TrajectoryRow.tokens - func.coalesce(told.c.tokens, 0)
    query = (
        select(TrajectoryRow.id, difference)
        .join(GroupRow, GroupRow.seq == TrajectoryRow.group_seq)
        .outerjoin(told, told.c.trajectory_id == TrajectoryRow.id)
        .where(TrajectoryRow.run_id == scope.run, TrajectoryRow.origin == "rollout", difference != 0)
        .where(
            (GroupRow.update < versions.committed(scope))
            | GroupRow.state.in_([GroupState.STALE, GroupState.EMPTY])
        )
    )
    return {key: int(tokens) for key, tokens in scope.session.execute(query)}


def _group(scope: Scope, row: GroupRow) -> Group:
    members = scored(scope, row)
    loaded = trajectories.load(scope, [member.id for member in members])
    return Group(
        id=row.id,
        task_id=row.task_id,
        record=row.record,
        instruction=tasks.load(scope, row.task_id).instruction,
        trajectories=tuple(loaded[member.id] for member in members),
        advantages=tuple(member.advantage or 0.0 for member in members),
        filtered=row.filtered,
    )


def _set_aside(scope: Scope) -> None:
    newest = versions.latest(scope)
    if newest is None:
        return
    for row in scope.session.scalars(_in_state(scope, GroupState.READY)).all():
        if row.oldest is not None and staleness.droppable(
            row.oldest, newest.version, scope.plan.max_staleness
        ):
            row.state = GroupState.STALE
            tokens = {member.id: member.tokens for member in scored(scope, row)}
            trajectories.omit(scope, tokens, Omission.STALE)


def _more_to_come(scope: Scope) -> bool:
    some = scope.session.scalars(_in_state(scope, GroupState.OPEN).limit(1)).first()
    return some is not None or draws.admissible(scope)


def _in_state(scope: Scope, state: GroupState) -> Select[GroupRow]:
    return select(GroupRow).where(
        GroupRow.run_id == scope.run, GroupRow.origin == "rollout", GroupRow.state == state
    )


def _ordered(scope: Scope, query: Select[GroupRow]) -> Select[GroupRow]:
    """In the order of drawing where nothing may be stale, so that a run repeats; else of closing."""
    if scope.plan.max_staleness == 0:
        return query.order_by(GroupRow.draw, GroupRow.position)
    return query.order_by(GroupRow.closed_order)
