"""v* = the version that sampled update u* = argmax_u policy_success(u); newest where several are.

An update's success is that of the policy that played it, never of the one it makes: a version that no
rollout has tried yet cannot be the best. While records without a success rate remain, their number falls
from update to update and the means over the others are of different tasks; fewer of them ranks first.
"""

from collections.abc import Mapping

from scalecua.algo.warning.alarm import History


def ranking(history: History) -> tuple[int, ...]:
    """Return the versions that were tried, best first; the version 0 that a run begins with comes last."""
    tried = [row for row in history if row["sampled_by"] >= 0]
    ordered = [int(row["sampled_by"]) for row in sorted(tried, key=_merit, reverse=True)]
    return tuple(dict.fromkeys([*ordered, 0]))


def _merit(row: Mapping[str, float]) -> tuple[float, float, float]:
    return -row["records_unknown"], row["policy_success"], row["update"]
