"""What every function of the store works in."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from scalecua.store.plan import Plan


@dataclass(frozen=True, slots=True)
class Scope:
    """One transaction on one run; `now` is its time, seconds since the epoch."""

    session: Session
    run: int
    plan: Plan
    now: float
