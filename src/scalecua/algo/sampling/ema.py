"""p <- (1 - alpha) p + alpha * successes / scored: one update a closed group (ScaleCUA, eq. 1).

`scored` leaves out the members that infrastructure lost; a group without a scored member says nothing.
"""

import math


def update(ema: float, successes: int, scored: int, alpha: float) -> float:
    """Return the success rate after one closed group; NaN stands for none yet, and takes the group's own."""
    if not 0 <= successes <= scored:
        raise ValueError(f"{successes} successes among {scored} scored rollouts")
    if scored == 0:
        return ema
    rate = successes / scored
    return rate if math.isnan(ema) else (1 - alpha) * ema + alpha * rate
