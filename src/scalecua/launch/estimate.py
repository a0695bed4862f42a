"""How long a run still takes: what is left, at the pace of what was done last."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

RECENT = 10


def at_pace(left: float, done: float, seconds: float) -> float | None:
    """Seconds for `left` units, when the last `done` took `seconds`; None while that is not known."""
    return left * seconds / done if done > 0 and seconds > 0 else None


def an_update(commits: Sequence[float]) -> float | None:
    """Seconds an update takes: the median of the last RECENT, so that a pause of the run does not count.

    `commits` are the times at which updates were committed, in order; None before the second.
    """
    recent = commits[-RECENT - 1 :]
    gaps = [later - earlier for earlier, later in pairwise(recent)]
    return median(gaps) if gaps else None


def training(
    updates: float, iterations: int, commits: Sequence[float], episodes: int, rollouts: int
) -> float | None:
    """Seconds until the run ends: the updates to come, and then `episodes` of evaluation.

    Those go at the pace of the `rollouts` that are played for an update.
    """
    pace = an_update(commits)
    if pace is None:
        return None
    return pace * (max(0.0, iterations - updates) + episodes / rollouts)
