"""Where the sampler's frontier moved: the smoothed success rate of every record, draw by draw."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from scalecua.algo.sampling import ema


class ClosedGroup(Protocol):
    """A group that closed and moved a success record."""

    @property
    def record(self) -> str:
        """The success record it updated."""

    @property
    def draw(self) -> int:
        """The draw that opened it, from 0; negative before all draws."""

    @property
    def scored(self) -> int:
        """Members that were judged."""

    @property
    def successes(self) -> int:
        """Those of them that succeeded."""


def replay(groups: Sequence[ClosedGroup], alpha: float) -> dict[str, Any]:
    """Repeat eq. 1 over `groups`, given in the order of closing.

    `records` are the names in order; of each draw, `ema` holds their success rates once its groups and all
    earlier draws' were closed (null before the first), and `drawn` how many groups of each it opened.
    """
    names = sorted({group.record for group in groups})
    draws = 1 + max((group.draw for group in groups), default=-1)
    last = [0] * draws
    counts: list[Counter[str]] = [Counter() for _ in range(draws)]
    for position, group in enumerate(groups, 1):
        if group.draw >= 0:
            last[group.draw] = position
            counts[group.draw][group.record] += 1
    rates, at = dict.fromkeys(names, math.nan), 0
    curve, drawn = [], []
    for draw in range(draws):
        for group in groups[at : last[draw]]:
            rates[group.record] = ema.update(rates[group.record], group.successes, group.scored, alpha)
        at = max(at, last[draw])
        curve.append([None if math.isnan(rates[name]) else rates[name] for name in names])
        drawn.append([counts[draw][name] for name in names])
    return {"records": names, "ema": curve, "drawn": drawn}


def mean_success(rates: Sequence[float | None]) -> float | None:
    """The mean over the records that have a success rate."""
    known = [rate for rate in rates if rate is not None]
    return sum(known) / len(known) if known else None
