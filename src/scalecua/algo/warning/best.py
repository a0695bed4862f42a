"""v* = the version that sampled update u* = argmax_u policy_success(u).

An update's success is that of the policy that played it, never of the one it makes: a version that no
rollout has tried yet cannot be the best. Means over fewer records than were known before the trouble are of
other tasks, and do not count. Of equals, the newest from before the trouble comes first.
"""

from scalecua.algo.warning.alarm import History


def ranking(history: History, sound: int) -> tuple[int, ...]:
    """Return the versions that were tried, best first; the version 0 that a run begins with comes last.

    The first `sound` updates come before any trouble, and so does the version that played the next one.
    """
    known = min((row["records_unknown"] for row in history[: max(sound, 1)]), default=0.0)
    tried = [
        (row["records_unknown"] <= known, row["policy_success"], at <= sound, at, int(row["sampled_by"]))
        for at, row in enumerate(history)
        if row["sampled_by"] >= 0
    ]
    return tuple(dict.fromkeys([*(version for *_, version in sorted(tried, reverse=True)), 0]))
