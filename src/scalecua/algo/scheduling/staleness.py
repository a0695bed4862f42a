"""Admit draw d while d - used <= bound; drop a group while version - oldest > bound.

The bound is in policy versions. Admission keeps rollouts from running further ahead of the learner than
it could still accept; dropping is what remains for those that took too long all the same.
"""


def admits(draw: int, used: int, bound: int) -> bool:
    """Return whether draw number `draw` (from 0) may be opened when `used` draws are used up."""
    return draw - used <= bound


def droppable(oldest: int, current: int, bound: int) -> bool:
    """Return whether tokens sampled by version `oldest` are too old for an update of version `current`."""
    return current - oldest > bound
