"""Which records are drawn: all but those whose initial pass rate the plan's pre-filter excludes."""

import math
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

import numpy as np
from sqlalchemy import func, select

from scalecua.core.errors import ConfigError
from scalecua.core.records import FloatArray, Records
from scalecua.store import tasks
from scalecua.store.schema import EvaluationRow, GroupRow, GroupState, TaskRecordRow
from scalecua.store.scope import Scope

# The evaluation that rolls out every record before the first draw.
INITIAL = "initial"


@dataclass(frozen=True, slots=True)
class SetAside:
    """A record that is drawn no more, its initial pass rate, and why that is outside."""

    record: str
    rate: float
    reason: str


def settled(scope: Scope) -> bool:
    """Return whether the initial pass is over, or the plan has none."""
    if not scope.plan.prefilter.rollouts:
        return True
    if scope.session.get(EvaluationRow, (scope.run, INITIAL)) is None:
        return False
    waiting = select(func.count()).where(
        GroupRow.run_id == scope.run, GroupRow.evaluation == INITIAL, GroupRow.state == GroupState.OPEN
    )
    return not scope.session.scalar(waiting)


def drawable(scope: Scope) -> Records:
    """Return the records to draw from, ordered by name; ConfigError if the pre-filter excludes them all."""
    every, rates = tasks.records(scope), _rates(scope)
    kept = scope.plan.prefilter(rates)
    if len(every) and not kept.any():
        knob = scope.plan.prefilter
        raise ConfigError(
            f"nothing is left to train on: the initial pass rates of all {len(every)} tasks, "
            f"{rates.min():.2f} to {rates.max():.2f}, are outside [{knob.low:g}, {knob.high:g}]; "
            "widen prefilter.low and prefilter.high, or take other tasks"
        )
    return every if kept.all() else _only(every, kept)


def set_aside(scope: Scope) -> tuple[SetAside, ...]:
    """Return the records that are drawn no more, ordered by name."""
    knob, rates = scope.plan.prefilter, _rates(scope)
    found = zip(tasks.records(scope).names, rates.tolist(), knob(rates), strict=True)
    return tuple(
        SetAside(name, rate, _why(rate, knob.low, knob.high)) for name, rate, kept in found if not kept
    )


def _rates(scope: Scope) -> FloatArray:
    query = select(TaskRecordRow.initial).where(TaskRecordRow.run_id == scope.run)
    rows = scope.session.scalars(query.order_by(TaskRecordRow.name))
    return np.array([math.nan if rate is None else rate for rate in rows], dtype=np.float64)


def _why(rate: float, low: float, high: float) -> str:
    side = f"below {low:g}" if rate < low else f"above {high:g}"
    return f"initial pass rate {rate:.2f} is {side}"


def _only(records: Records, kept: np.ndarray) -> Records:
    changed: dict[str, Any] = {}
    for field in fields(records):
        column = getattr(records, field.name)
        changed[field.name] = tuple(compress(column, kept)) if isinstance(column, tuple) else column[kept]
    return Records(**changed)
