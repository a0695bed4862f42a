"""Groups of rollouts, the leases they are handed out by, and the evaluations that ordered some of them."""

from enum import StrEnum

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scalecua.store.schema.base import Base, Key, Long, Name, Real, Word


class GroupState(StrEnum):
    """A group is open until its last member ended; an evaluation's is then closed for good.

    A training group is ready until an update has taken it, or it turned out too old (stale), or at once
    empty because no member was scored.
    """

    OPEN = "open"
    CLOSED = "closed"
    READY = "ready"
    TAKEN = "taken"
    STALE = "stale"
    EMPTY = "empty"


class LeaseState(StrEnum):
    """A lease is open, then held by a worker, then ended once: scored, failed, or lost with its worker."""

    OPEN = "open"
    HELD = "held"
    SCORED = "scored"
    FAILED = "failed"
    LOST = "lost"


class EvaluationRow(Base):
    """An evaluation of `passes` rollouts a task by one policy version."""

    __tablename__ = "evaluations"
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    name: Mapped[Name] = mapped_column(primary_key=True)
    version: Mapped[int]
    passes: Mapped[int]
    tasks: Mapped[int]
    opened: Mapped[Real]


class GroupRow(Base):
    """`size` rollouts of one task; `seq` is the order of opening, `closed_order` that of closing.

    `oldest` and `newest` are the policy versions its scored members were sampled by, None if by none.
    """

    __tablename__ = "groups"
    __table_args__ = (
        ForeignKeyConstraint(["run_id", "task_id"], ["tasks.run_id", "tasks.id"]),
        UniqueConstraint("run_id", "draw", "position"),
        Index(None, "run_id", "origin", "state"),
        Index(None, "run_id", "update"),
        Index(None, "run_id", "closed_order"),
    )
    seq: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[Key] = mapped_column(unique=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"))
    origin: Mapped[Word]
    evaluation: Mapped[Name | None] = mapped_column(index=True)
    draw: Mapped[int | None]
    position: Mapped[int]
    task_id: Mapped[Name]
    record: Mapped[Name]
    size: Mapped[int]
    max_turns: Mapped[int]
    sampling: Mapped[Long]
    state: Mapped[Word] = mapped_column(default=GroupState.OPEN)
    filtered: Mapped[bool] = mapped_column(default=False)
    closed_order: Mapped[int | None]
    update: Mapped[int | None]
    oldest: Mapped[int | None]
    newest: Mapped[int | None]


class LeaseRow(Base):
    """One try at one member of a group; evaluations have the lower `priority` number, and go first."""

    __tablename__ = "leases"
    __table_args__ = (
        UniqueConstraint("group_seq", "member", "attempt"),
        Index(None, "run_id", "state", "priority", "group_seq", "member"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"))
    group_seq: Mapped[int] = mapped_column(ForeignKey("groups.seq"))
    member: Mapped[int]
    attempt: Mapped[int]
    priority: Mapped[int]
    seed: Mapped[int]
    state: Mapped[Word] = mapped_column(default=LeaseState.OPEN)
    worker: Mapped[Name | None]
    given: Mapped[Real | None]
    expires: Mapped[Real | None]
