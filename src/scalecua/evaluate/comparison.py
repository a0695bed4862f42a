"""Two policies on the same tasks: the paired difference of their success rates."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Protocol

import numpy as np

from scalecua.algo.statistics.paired import paired


class Episode(Protocol):
    """A scored episode: pass `index` of a task."""

    @property
    def task_id(self) -> str:
        """The task, which both sides share."""

    @property
    def index(self) -> int:
        """Which of the task's passes."""

    @property
    def success(self) -> bool:
        """Whether the judge's score reached the threshold."""


def compare(before: Iterable[Episode], after: Iterable[Episode], seed: int) -> dict[str, Any]:
    """Return after - before as `{mean, low, high, n}` over the `n` tasks scored on both sides, and flips.

    The pairs are tasks, each the mean of its passes: what is hard for both policies cancels, and passes of
    one task are not taken for independent. The interval is the 95 % bootstrap over tasks (`algo.statistics.
    paired`), drawn with `seed`; it has no width where no task changed. `won` counts episodes lost before and
    won after, `lost` the reverse; null and 0 where nothing is shared.
    """
    sides = _by_place(before), _by_place(after)
    rates = [_rates(side) for side in sides]
    shared = sorted(rates[0].keys() & rates[1].keys())
    both = sides[0].keys() & sides[1].keys()
    flips = {
        "won": sum(sides[1][place] and not sides[0][place] for place in both),
        "lost": sum(sides[0][place] and not sides[1][place] for place in both),
    }
    if not shared:
        return {"mean": None, "low": None, "high": None, "n": 0} | flips
    a, b = (np.array([side[task] for task in shared]) for side in rates)
    return asdict(paired(a, b, np.random.default_rng(seed))) | flips


def _by_place(episodes: Iterable[Episode]) -> Mapping[tuple[str, int], bool]:
    return {(episode.task_id, episode.index): episode.success for episode in episodes}


def _rates(side: Mapping[tuple[str, int], bool]) -> dict[str, float]:
    passes: defaultdict[str, list[bool]] = defaultdict(list)
    for (task, _), success in side.items():
        passes[task].append(success)
    return {task: float(np.mean(found)) for task, found in passes.items()}
