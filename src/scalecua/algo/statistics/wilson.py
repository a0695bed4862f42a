"""(p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n): Wilson's score interval of a success rate.

It stays within [0, 1] and is honest at 0 of n and n of n (Wilson, 1927).
"""

import math
from statistics import NormalDist

from scalecua.algo.statistics.interval import Interval


def wilson(successes: int, n: int, level: float = 0.95) -> Interval:
    """Return the interval of `successes` among `n`; with n = 0 the mean is NaN and the ends are 0 and 1."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes among {n} rollouts")
    if n == 0:
        return Interval(mean=math.nan, low=0.0, high=1.0, n=0)
    z = NormalDist().inv_cdf((1 + level) / 2)
    p = successes / n
    centre = p + z * z / (2 * n)
    spread = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return Interval(mean=p, low=max(0.0, min(low, p)), high=min(1.0, max(high, p)), n=n)
