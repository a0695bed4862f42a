"""What a live view asks for every second: counts that indexes answer, whatever the length of the run."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Integer, Select, case, cast, func, select

from scalecua.core.trajectory import Status
from scalecua.store import draws, progress
from scalecua.store.progress import Counts
from scalecua.store.schema import EvaluationRow, GroupRow, GroupState, TrajectoryRow
from scalecua.store.scope import Scope

# Turns a second are counted over the groups that closed last, at most so many of them.
RECENT_GROUPS = 256


@dataclass(frozen=True, slots=True)
class Standing:
    """How far an evaluation is: `ended` of its `episodes`, and `successes` among the `scored`."""

    episodes: int
    ended: int
    scored: int
    successes: int


@dataclass(frozen=True, slots=True)
class Live:
    """One moment of a run: `evaluations` in the order of their opening, how many of the newest draw's
    `drawn` rollouts were `played`, and the `turns` of episodes recorded within the last seconds asked for.
    """

    counts: Counts
    evaluations: Mapping[str, Standing]
    drawn: int
    played: int
    turns: int


def live(scope: Scope, window_s: float) -> Live:
    """Return this moment; `turns` are those of the last `window_s` seconds."""
    drawn, played = _newest_draw(scope)
    return Live(
        counts=progress.counts(scope),
        evaluations=_standings(scope),
        drawn=drawn,
        played=played,
        turns=_turns(scope, window_s),
    )


def _standings(scope: Scope) -> dict[str, Standing]:
    names = select(EvaluationRow.name).where(EvaluationRow.run_id == scope.run)
    ordered = scope.session.scalars(names.order_by(EvaluationRow.opened, EvaluationRow.name)).all()
    mine = (GroupRow.run_id == scope.run) & GroupRow.evaluation.is_not(None)
    closed = case((GroupRow.state == GroupState.CLOSED, GroupRow.size), else_=0)
    sizes = select(GroupRow.evaluation, func.sum(GroupRow.size), func.sum(closed)).where(mine)
    judged = (
        select(
            GroupRow.evaluation,
            func.count(TrajectoryRow.id),
            func.sum(cast(TrajectoryRow.success, Integer)),
        )
        .join(TrajectoryRow, TrajectoryRow.group_seq == GroupRow.seq)
        .where(mine, TrajectoryRow.status != Status.FAILED)
    )
    members = _by_evaluation(scope, sizes)
    scored = _by_evaluation(scope, judged)
    return {name: _standing(members.get(name, (0, 0)), scored.get(name, (0, 0))) for name in ordered}


def _by_evaluation(scope: Scope, query: Select[str | None, int, int]) -> dict[str | None, tuple[int, int]]:
    rows = scope.session.execute(query.group_by(GroupRow.evaluation))
    return {name: (first, second or 0) for name, first, second in rows}


def _standing(members: tuple[int, int], scored: tuple[int, int]) -> Standing:
    """Members of closed groups have ended for good, whether anybody judged them or not."""
    return Standing(
        episodes=members[0], ended=max(members[1], scored[0]), scored=scored[0], successes=scored[1]
    )


def _newest_draw(scope: Scope) -> tuple[int, int]:
    """Rollouts ordered by the newest draw, and those of them that were scored."""
    newest = (GroupRow.run_id == scope.run) & (GroupRow.draw == draws.drawn(scope) - 1)
    ordered = scope.session.scalar(select(func.sum(GroupRow.size)).where(newest))
    played = (
        select(func.count(TrajectoryRow.id))
        .join(GroupRow, GroupRow.seq == TrajectoryRow.group_seq)
        .where(newest, TrajectoryRow.status != Status.FAILED)
    )
    return ordered or 0, scope.session.scalar(played) or 0


def _turns(scope: Scope, window_s: float) -> int:
    closed = select(GroupRow.seq).where(GroupRow.run_id == scope.run, GroupRow.closed_order.is_not(None))
    recent = closed.order_by(GroupRow.closed_order.desc()).limit(RECENT_GROUPS).subquery()
    turns = (
        select(func.sum(TrajectoryRow.turns))
        .join(recent, recent.c.seq == TrajectoryRow.group_seq)
        .where(TrajectoryRow.recorded > scope.now - window_s)
    )
    return scope.session.scalar(turns) or 0
