"""What rollouts brought: trajectories with their verdicts, turns with their tokens, failures, and use."""

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index
from sqlalchemy.orm import Mapped, mapped_column

from scalecua.store.schema.base import Base, Key, Long, Name, Packed, Real, Word


class TrajectoryRow(Base):
    """One trajectory; `body` is its JSON without turns, the columns repeat what is searched or summed.

    The verdict is part of the body and `score`; `success` is None where nobody judged. `tokens` counts
    the sampled ones; `oldest` and `newest` are the policy versions that sampled them. `body` is large, and
    read only where it is asked for.
    """

    __tablename__ = "trajectories"
    __table_args__ = (
        ForeignKeyConstraint(["run_id", "task_id"], ["tasks.run_id", "tasks.id"]),
        Index(None, "run_id", "origin", "status"),
    )
    id: Mapped[Key] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"))
    group_seq: Mapped[int | None] = mapped_column(ForeignKey("groups.seq"), index=True)
    lease_id: Mapped[Key | None] = mapped_column(ForeignKey("leases.id"), unique=True)
    task_id: Mapped[Name]
    origin: Mapped[Word]
    member: Mapped[int]
    status: Mapped[Word]
    score: Mapped[Real | None]
    success: Mapped[bool | None]
    reward: Mapped[Real | None]
    advantage: Mapped[Real | None]
    failure: Mapped[Word | None]
    turns: Mapped[int]
    tokens: Mapped[int]
    oldest: Mapped[int | None]
    newest: Mapped[int | None]
    body: Mapped[Long] = mapped_column(deferred=True)
    recorded: Mapped[Real]


class TurnRow(Base):
    """One turn; `body` is its JSON without token arrays, which `tokens` packs (None: nobody sampled)."""

    __tablename__ = "turns"
    trajectory_id: Mapped[Key] = mapped_column(ForeignKey("trajectories.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[Long]
    tokens: Mapped[Packed | None]


class FailureRow(Base):
    """Why a lease ended without a score; `failure` is a core `Failure`."""

    __tablename__ = "failures"
    id: Mapped[int] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), index=True)
    lease_id: Mapped[Key] = mapped_column(ForeignKey("leases.id"), unique=True)
    failure: Mapped[Word]
    detail: Mapped[Long]
    at: Mapped[Real]


class ConsumptionRow(Base):
    """How many sampled tokens of a trajectory were trained, or omitted and why; by `update` if by one."""

    __tablename__ = "consumptions"
    __table_args__ = (Index(None, "run_id", "update"),)
    trajectory_id: Mapped[Key] = mapped_column(ForeignKey("trajectories.id"), primary_key=True)
    reason: Mapped[Word] = mapped_column(primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"))
    update: Mapped[int | None]
    tokens: Mapped[int]
