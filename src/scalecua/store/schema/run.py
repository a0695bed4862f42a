"""Runs, the policy versions they published, and the workers that serve them. Times: seconds, epoch."""

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scalecua.store.schema.base import Base, Digest, Long, Name, Real


class RunRow(Base):
    """One run; `plan` is the JSON of its Plan."""

    __tablename__ = "runs"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[Name] = mapped_column(unique=True)
    plan: Mapped[Long]
    created: Mapped[Real]


class PolicyVersionRow(Base):
    """Published weights; `update` made them (None: the run began with them)."""

    __tablename__ = "policy_versions"
    __table_args__ = (UniqueConstraint("run_id", "update"),)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    update: Mapped[int | None]
    checkpoint: Mapped[Long]
    sha256: Mapped[Digest]
    published: Mapped[Real]


class WorkerRow(Base):
    """A rollout worker: when it last asked for work, and how many leases it was given."""

    __tablename__ = "workers"
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    name: Mapped[Name] = mapped_column(primary_key=True)
    seen: Mapped[Real]
    claims: Mapped[int]


class WeightSyncRow(Base):
    """A worker began to serve a policy version."""

    __tablename__ = "weight_syncs"
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    worker: Mapped[Name] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[Real]
