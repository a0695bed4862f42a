"""Demonstrations: trajectories that no lease ordered, for the warm start."""

from dataclasses import replace

from sqlalchemy import ColumnElement, select

from scalecua.core.task import Task
from scalecua.core.trajectory import Origin, Trajectory
from scalecua.store import tasks, trajectories
from scalecua.store.schema import TrajectoryRow
from scalecua.store.scope import Scope

ORIGIN: Origin = "demonstration"


def add(scope: Scope, trajectory: Trajectory, task: Task | None) -> None:
    """Keep a demonstration, once an id; its task too unless that is None or known.

    StoreError if the task is not in the store.
    """
    if task is not None:
        tasks.add(scope, [task], training=False)
    tasks.load(scope, trajectory.task_id)
    if scope.session.get(TrajectoryRow, trajectory.id) is None:
        trajectories.save(scope, replace(trajectory, origin=ORIGIN), None)


def every(scope: Scope) -> list[tuple[Task, Trajectory]]:
    """Return the demonstrations in the order of their recording."""
    return _loaded(scope, TrajectoryRow.origin == ORIGIN)


def successes(scope: Scope) -> list[tuple[Task, Trajectory]]:
    """Return every success but those of evaluations, in the order of their recording."""
    return _loaded(scope, TrajectoryRow.success.is_(True) & (TrajectoryRow.origin != "evaluation"))


def _loaded(scope: Scope, which: ColumnElement[bool]) -> list[tuple[Task, Trajectory]]:
    query = select(TrajectoryRow).where(TrajectoryRow.run_id == scope.run, which)
    rows = scope.session.scalars(query.order_by(TrajectoryRow.recorded, TrajectoryRow.id)).all()
    loaded = trajectories.load(scope, [row.id for row in rows])
    known = {key: tasks.load(scope, key) for key in {row.task_id for row in rows}}
    return [(known[row.task_id], loaded[row.id]) for row in rows]
