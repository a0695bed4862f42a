"""Tasks, and the success records that samplers look at."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from scalecua.store.schema.base import Base, Long, Name, Real


class TaskRow(Base):
    """One task; `body` is its JSON; only `training` tasks are drawn."""

    __tablename__ = "tasks"
    __table_args__ = (Index(None, "run_id", "record"),)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    id: Mapped[Name] = mapped_column(primary_key=True)
    record: Mapped[Name]
    training: Mapped[bool]
    body: Mapped[Long]


class TaskRecordRow(Base):
    """One entry of core `Records`; `ema` and `difficulty` are None where that has NaN.

    `initial` is the success rate of its first closed group, which the pre-filter goes by; None before.
    """

    __tablename__ = "task_records"
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), primary_key=True)
    name: Mapped[Name] = mapped_column(primary_key=True)
    ema: Mapped[Real | None]
    initial: Mapped[Real | None]
    attempts: Mapped[int] = mapped_column(default=0)
    successes: Mapped[int] = mapped_column(default=0)
    failures: Mapped[int] = mapped_column(default=0)
    last_version: Mapped[int] = mapped_column(default=-1)
    length: Mapped[int] = mapped_column(default=0)
    domain: Mapped[Name]
    difficulty: Mapped[Real | None]
