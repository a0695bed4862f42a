"""Tasks and their success records."""

import math
from collections.abc import Sequence

import numpy as np
from sqlalchemy import func, insert, select, update

from scalecua.core.errors import StoreError
from scalecua.core.records import Records
from scalecua.core.task import Task
from scalecua.store.schema import GroupRow, GroupState, TaskRecordRow, TaskRow
from scalecua.store.scope import Scope
from scalecua.store.serialise import TASK, task_json

CHUNK = 500


def add(scope: Scope, tasks: Sequence[Task], *, training: bool) -> None:
    """Keep tasks, idempotently; StoreError if one of that id is there with another content.

    `training` tasks get a success record and are drawn from then on; a task may become one later.
    """
    for at in range(0, len(tasks), CHUNK):
        _add(scope, {task.id: task for task in tasks[at : at + CHUNK]}, training)


def load(scope: Scope, task_id: str) -> Task:
    """Return a stored task; StoreError if there is none of that id."""
    body = scope.session.scalar(
        select(TaskRow.body).where(TaskRow.run_id == scope.run, TaskRow.id == task_id)
    )
    if body is None:
        raise StoreError(f"task {task_id!r} is not in the store; add it first")
    return TASK.validate_json(body)


def variants(scope: Scope, record: str) -> tuple[str, ...]:
    """Return the ids of the training tasks that share a record, in a fixed order."""
    query = select(TaskRow.id).where(
        TaskRow.run_id == scope.run, TaskRow.record == record, TaskRow.training.is_(True)
    )
    return tuple(scope.session.scalars(query.order_by(TaskRow.id)))


def records(scope: Scope) -> Records:
    """Return all success records, ordered by name."""
    rows = scope.session.execute(
        select(
            TaskRecordRow.name,
            TaskRecordRow.ema,
            TaskRecordRow.attempts,
            TaskRecordRow.successes,
            TaskRecordRow.failures,
            TaskRecordRow.last_version,
            TaskRecordRow.length,
            TaskRecordRow.domain,
            TaskRecordRow.difficulty,
        )
        .where(TaskRecordRow.run_id == scope.run)
        .order_by(TaskRecordRow.name)
    ).all()
    pending = _pending(scope)
    return Records(
        names=tuple(row.name for row in rows),
        ema=np.array([math.nan if row.ema is None else row.ema for row in rows], dtype=np.float64),
        attempts=np.array([row.attempts for row in rows], dtype=np.int64),
        successes=np.array([row.successes for row in rows], dtype=np.int64),
        failures=np.array([row.failures for row in rows], dtype=np.int64),
        last_version=np.array([row.last_version for row in rows], dtype=np.int64),
        lengths=np.array([row.length for row in rows], dtype=np.int64),
        domain=tuple(row.domain for row in rows),
        difficulty=np.array(
            [math.nan if row.difficulty is None else row.difficulty for row in rows], dtype=np.float64
        ),
        pending=np.array([pending.get(row.name, 0) for row in rows], dtype=np.int64),
    )


def _pending(scope: Scope) -> dict[str, int]:
    query = select(GroupRow.record, func.count()).where(
        GroupRow.run_id == scope.run, GroupRow.origin == "rollout", GroupRow.state == GroupState.OPEN
    )
    return dict(scope.session.execute(query.group_by(GroupRow.record)).all())


def _add(scope: Scope, tasks: dict[str, Task], training: bool) -> None:
    found = scope.session.execute(
        select(TaskRow.id, TaskRow.body, TaskRow.training).where(
            TaskRow.run_id == scope.run, TaskRow.id.in_(tasks)
        )
    ).all()
    stored = {row.id: row for row in found}
    for key, row in stored.items():
        body = task_json(tasks[key])
        if body != row.body and TASK.validate_json(body) != TASK.validate_json(row.body):
            raise StoreError(f"task {key!r} is in the store with another content; give the new one a new id")
    new = [
        {"run_id": scope.run, "id": key, "record": task.record, "training": training, "body": task_json(task)}
        for key, task in tasks.items()
        if key not in stored
    ]
    if new:
        scope.session.execute(insert(TaskRow), new)
    if training:
        promoted = [key for key, row in stored.items() if not row.training]
        scope.session.execute(
            update(TaskRow).where(TaskRow.run_id == scope.run, TaskRow.id.in_(promoted)).values(training=True)
        )
        _add_records(scope, list(tasks.values()))


def _add_records(scope: Scope, tasks: list[Task]) -> None:
    wanted = {task.record: task for task in reversed(tasks)}
    query = select(TaskRecordRow.name).where(
        TaskRecordRow.run_id == scope.run, TaskRecordRow.name.in_(wanted)
    )
    known = set(scope.session.scalars(query))
    new = [
        {"run_id": scope.run, "name": name, "domain": task.domain, "difficulty": _difficulty(task)}
        for name, task in wanted.items()
        if name not in known
    ]
    if new:
        scope.session.execute(insert(TaskRecordRow), new)


def _difficulty(task: Task) -> float | None:
    value = task.metadata.get("difficulty")
    return float(value) if isinstance(value, int | float) and not math.isnan(value) else None
