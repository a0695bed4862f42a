"""P(i) = 1 / N: every record alike (the baseline of ScaleCUA, figure 6a).

Drawn without replacement; a batch larger than N goes over all records once before any comes again.
"""

from typing import Literal

import numpy as np
from numpy.random import Generator

from scalecua.core.knob import Knob
from scalecua.core.records import IntArray, Records


class Uniform(Knob):
    """Draws alike from all records, whatever their history."""

    kind: Literal["uniform"] = "uniform"

    def __call__(self, records: Records, batch: int, rng: Generator) -> IntArray:
        """Return `batch` record indices; a function of N, `batch` and the generator alone."""
        return passes(len(records), batch, rng)


def passes(n: int, batch: int, rng: Generator) -> IntArray:
    """Return `batch` indices below `n`, in passes of which each names an index at most once."""
    if n < 1:
        raise ValueError("there is no record to draw from")
    whole = [rng.permutation(n) for _ in range(batch // n)]
    part = rng.choice(n, size=batch % n, replace=False)
    return np.concatenate([*whole, part]).astype(np.int64)
