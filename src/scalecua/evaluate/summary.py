"""Success rates with their intervals, over all episodes and by template."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

from scalecua.algo.statistics.wilson import wilson


class Outcome(Protocol):
    """One finished evaluation episode; `success` is None where infrastructure failed."""

    @property
    def record(self) -> str:
        """The success record of its task: a template's, or the task's own."""

    @property
    def success(self) -> bool | None:
        """Whether the judge's score reached the threshold."""

    @property
    def status(self) -> str:
        """How the episode ended."""

    @property
    def failure(self) -> str:
        """The class of an infrastructure failure, empty where there was none."""


def summarise(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """`success` with a 95 % Wilson interval, the same by template, and failures by class.

    Failed episodes are counted under `failures` and stand in no mean.
    """
    rows = list(outcomes)
    scored: defaultdict[str, list[bool]] = defaultdict(list)
    for row in rows:
        if row.success is not None:
            scored[row.record].append(row.success)
    every = [success for successes in scored.values() for success in successes]
    return {
        "success": interval(every),
        "by_template": {name: interval(successes) for name, successes in sorted(scored.items())},
        "status": dict(sorted(Counter(row.status for row in rows).items())),
        "failures": dict(sorted(Counter(row.failure for row in rows if row.failure).items())),
    }


def interval(successes: list[bool]) -> Mapping[str, Any]:
    """Mean success, its 95 % Wilson interval and n; null where nothing was scored."""
    if not successes:
        return {"mean": None, "low": None, "high": None, "n": 0}
    return asdict(wilson(sum(successes), len(successes)))
