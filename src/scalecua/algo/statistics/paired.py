"""d_i = b_i - a_i, resampled over i: the percentile bootstrap of a paired difference.

The pairs are tasks (each the mean of its passes): passes of one task are not independent, and two
policies are compared on the same tasks, so that what is hard for both cancels.
"""

import numpy as np
from numpy.random import Generator

from scalecua.algo.statistics.interval import Interval
from scalecua.core.records import FloatArray

CHUNK = 1_000_000


def paired(
    a: FloatArray, b: FloatArray, rng: Generator, *, resamples: int = 10_000, level: float = 0.95
) -> Interval:
    """Return the mean of `b - a` and its interval; both hold one number a task, in the same order."""
    if a.shape != b.shape or a.ndim != 1 or not a.size:
        raise ValueError(
            f"paired values must be two non-empty rows of one length, not {a.shape} and {b.shape}"
        )
    difference = b - a
    rows = max(1, CHUNK // difference.size)
    means = np.concatenate(
        [
            difference[rng.integers(difference.size, size=(min(rows, resamples - at), difference.size))].mean(
                axis=1
            )
            for at in range(0, resamples, rows)
        ]
    )
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(mean=float(difference.mean()), low=float(low), high=float(high), n=difference.size)
