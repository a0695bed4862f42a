"""Per-task history as arrays: all that a sampler may know."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Records:
    """One entry a record (a task, or the variants of a template that share one), all of length N.

    `ema` is the smoothed success rate, NaN before the first closed group; `attempts`, `successes`
    and `failures` count rollouts (failures are infrastructure's and stand outside attempts);
    `last_version` is the policy version of the last closed group, -1 before; `lengths` is the most
    turns of a recent success, 0 before; `difficulty` is the author's in [0, 1], NaN if unknown;
    `pending` counts the groups now open.
    """

    names: tuple[str, ...]
    ema: FloatArray
    attempts: IntArray
    successes: IntArray
    failures: IntArray
    last_version: IntArray
    lengths: IntArray
    domain: tuple[str, ...]
    difficulty: FloatArray
    pending: IntArray

    def __len__(self) -> int:
        return len(self.names)
