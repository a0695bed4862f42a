"""Evaluations: rollouts that are measured and never trained, handed out before all others."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, func, insert, select
from sqlalchemy.orm import aliased

from scalecua.core.completion import Sampling
from scalecua.core.errors import StoreError
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.store import draws, tasks
from scalecua.store.closing import scored
from scalecua.store.schema import (
    EvaluationRow,
    FailureRow,
    GroupRow,
    GroupState,
    LeaseRow,
    LeaseState,
    TrajectoryRow,
)
from scalecua.store.scope import Scope


@dataclass(frozen=True, slots=True)
class Outcome:
    """One member of an evaluation that ended; `score` and `success` are None where nobody judged it.

    `failure` is the last reported class where infrastructure failed for good, empty otherwise.
    """

    task_id: str
    record: str
    index: int
    score: float | None
    success: bool | None
    status: str
    failure: str
    detail: str
    turns: int


def open_evaluation(
    scope: Scope,
    name: str,
    chosen: Sequence[Task],
    passes: int,
    sampling: Sampling,
    max_turns: int,
    version: int,
) -> None:
    """Order `passes` rollouts of each task, once a name; StoreError if it was ordered otherwise."""
    if not chosen or passes < 1 or not name or ":" in name:
        raise StoreError(
            f"evaluation {name!r} of {len(chosen)} tasks with {passes} passes: it needs a name without ':',"
            " a task and a pass"
        )
    wanted = {"version": version, "passes": passes, "tasks": len(chosen)}
    row = scope.session.get(EvaluationRow, (scope.run, name))
    if row is not None:
        if {key: getattr(row, key) for key in wanted} != wanted:
            raise StoreError(f"evaluation {name!r} is there with other numbers than {wanted}; rename it")
        return
    scope.session.execute(
        insert(EvaluationRow), [{"run_id": scope.run, "name": name, "opened": scope.now, **wanted}]
    )
    tasks.add(scope, chosen, training=False)
    salt = zlib.crc32(name.encode())
    draws.open_groups(
        scope,
        [
            draws.Order(
                id=f"{scope.plan.name}:e{name}:{position}",
                origin="evaluation",
                task_id=task.id,
                record=task.record,
                size=passes,
                max_turns=min(task.max_turns, max_turns),
                sampling=sampling,
                position=position,
                entropy=(scope.plan.seed, salt, position),
                evaluation=name,
            )
            for position, task in enumerate(chosen)
        ],
    )


def outcomes(scope: Scope, name: str) -> tuple[Outcome, ...]:
    """Return every member that ended for good, in the order of tasks and passes."""
    found = []
    for group in scope.session.scalars(_groups(scope, name).order_by(GroupRow.position)).all():
        ended = {row.member: _scored(group, row) for row in scored(scope, group)} | _lost(scope, group)
        found += [ended[index] for index in sorted(ended)]
    return tuple(found)


def done(scope: Scope, name: str) -> bool:
    """Return whether every member of an evaluation ended; StoreError if it was never opened."""
    if scope.session.get(EvaluationRow, (scope.run, name)) is None:
        raise StoreError(f"evaluation {name!r} was never opened in run {scope.plan.name!r}")
    waiting = _groups(scope, name).where(GroupRow.state == GroupState.OPEN).limit(1)
    return scope.session.scalars(waiting).first() is None


def _groups(scope: Scope, name: str) -> Select[GroupRow]:
    return select(GroupRow).where(GroupRow.run_id == scope.run, GroupRow.evaluation == name)


def _scored(group: GroupRow, row: TrajectoryRow) -> Outcome:
    return Outcome(
        task_id=group.task_id,
        record=group.record,
        index=row.member,
        score=row.score,
        success=row.success,
        status=row.status,
        failure="",
        detail="",
        turns=row.turns,
    )


def _lost(scope: Scope, group: GroupRow) -> dict[int, Outcome]:
    """The members whose last lease ended without a score and was not followed by another."""
    other = aliased(LeaseRow)
    last = (
        select(func.max(other.attempt))
        .where(other.group_seq == LeaseRow.group_seq, other.member == LeaseRow.member)
        .scalar_subquery()
    )
    rows = scope.session.execute(
        select(LeaseRow.member, FailureRow.failure, FailureRow.detail)
        .join(FailureRow, FailureRow.lease_id == LeaseRow.id)
        .where(
            LeaseRow.group_seq == group.seq,
            LeaseRow.state.in_([LeaseState.FAILED, LeaseState.LOST]),
            LeaseRow.attempt == last,
        )
    )
    return {
        member: Outcome(group.task_id, group.record, member, None, None, Status.FAILED, failure, detail, 0)
        for member, failure, detail in rows
    }
