"""A mean with the interval it lies in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """`mean` over `n` observations, with the two ends of its confidence interval."""

    mean: float
    low: float
    high: float
    n: int
