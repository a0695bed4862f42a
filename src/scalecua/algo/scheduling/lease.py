"""expires = now + lease_s; a lease is lost when now > expires; a member is given up when its tries are.

Failures that a worker reports and leases that died with their worker are counted apart: the first say
something about the task, the second only that somebody was killed.
"""


def expiry(now: float, lease_s: float) -> float:
    """Return when a lease given or renewed at `now` runs out, seconds since the epoch."""
    return now + lease_s


def expired(expires: float, now: float) -> bool:
    """Return whether a lease has run out."""
    return now > expires


def retries(failed: int, lost: int, attempts: int, losses: int) -> bool:
    """Return whether a member gets another lease after `failed` failures and `lost` lost leases."""
    return failed < attempts and lost < losses
