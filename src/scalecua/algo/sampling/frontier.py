"""w_i = exp(-(p_i - mu)^2 / (2 sigma^2)): rollouts go where the policy succeeds about half the time.

Source: ScaleCUA, eq. 2 and appendix D. Records are ranked by w, ties in random order; the best
`pool` * B are the frontier, of which B - round(explore * B) are drawn without replacement with
probability proportional to w; the others are drawn uniformly from outside it, or from what is left of
it where outside is too small. A record without a success rate is probed before all that. Where the
batch exceeds the ranked records, each is drawn once a whole pass and the rule draws the remainder.
"""

from typing import Literal

import numpy as np
from numpy.random import Generator
from pydantic import Field

from scalecua.algo.sampling.uniform import passes
from scalecua.core.knob import Knob
from scalecua.core.records import FloatArray, IntArray, Records

# Success rates equally far from mu on either side are ties, which plain float subtraction would split.
DECIMALS = 12


class Frontier(Knob):
    """Draws near the target success rate `mu`, with bandwidth `sigma` and the share `explore` elsewhere."""

    kind: Literal["frontier"] = "frontier"
    mu: float = Field(0.5, ge=0, le=1)
    sigma: float = Field(0.25, gt=0)
    explore: float = Field(0.2, ge=0, le=1)
    pool: int = Field(3, ge=1)

    def __call__(self, records: Records, batch: int, rng: Generator) -> IntArray:
        """Return `batch` record indices: probes of unknown records first, then the frontier draw.

        A record whose first group is still open is neither probed again nor ranked.
        """
        if not len(records):
            raise ValueError("there is no record to draw from")
        unknown = np.isnan(records.ema)
        fresh = np.flatnonzero(unknown & (records.pending == 0))
        probes = rng.choice(fresh, size=min(batch, fresh.size), replace=False)
        ranked = np.flatnonzero(~unknown)
        rest = batch - probes.size
        if not ranked.size:
            return np.concatenate([probes, passes(len(records), rest, rng)]).astype(np.int64)
        whole = [rng.permutation(ranked) for _ in range(rest // ranked.size)]
        part = ranked[self._draw(records.ema[ranked], rest % ranked.size, rng)]
        return np.concatenate([probes, *whole, part]).astype(np.int64)

    def _draw(self, ema: FloatArray, batch: int, rng: Generator) -> IntArray:
        """Draw `batch` distinct positions of `ema` (fewer than its length) by the rule above."""
        distance = np.asarray(np.round(np.abs(ema - self.mu), DECIMALS), dtype=np.float64)
        pool = _nearest(distance, min(self.pool * batch, ema.size), rng)
        exploring = round(self.explore * batch)
        log_weight: FloatArray = -np.square(distance[pool]) / (2 * self.sigma**2)
        order = pool[_by_weight(log_weight, rng)]
        drawn, left = order[: batch - exploring], order[batch - exploring :]
        outside = np.ones(ema.size, dtype=bool)
        outside[pool] = False
        elsewhere = np.flatnonzero(outside)
        away = rng.choice(elsewhere, size=min(exploring, elsewhere.size), replace=False)
        spare = rng.choice(left, size=exploring - away.size, replace=False)
        return np.concatenate([drawn, away, spare]).astype(np.int64)


def _nearest(distance: FloatArray, count: int, rng: Generator) -> IntArray:
    """Positions of the `count` smallest distances; those tied at the edge are chosen at random."""
    if count == 0:
        return np.empty(0, dtype=np.int64)
    edge = np.partition(distance, count - 1)[count - 1]
    inside = np.flatnonzero(distance < edge)
    tied = rng.choice(np.flatnonzero(distance == edge), size=count - inside.size, replace=False)
    return np.concatenate([inside, tied]).astype(np.int64)


def _by_weight(log_weight: FloatArray, rng: Generator) -> IntArray:
    """Positions in the order of successive draws without replacement, each proportional to its weight.

    Adding Gumbel noise to the logarithms and sorting is the same distribution, and no weight underflows.
    """
    return np.argsort(-(log_weight + rng.gumbel(size=log_weight.size)))
