"""The tables: typed rows, one file a concern. Every row belongs to a run and keeps its lineage."""

from scalecua.store.schema.base import Base
from scalecua.store.schema.experience import ConsumptionRow, FailureRow, TrajectoryRow, TurnRow
from scalecua.store.schema.run import PolicyVersionRow, RunRow, WeightSyncRow, WorkerRow
from scalecua.store.schema.task import TaskRecordRow, TaskRow
from scalecua.store.schema.work import EvaluationRow, GroupRow, GroupState, LeaseRow, LeaseState

__all__ = [
    "Base",
    "ConsumptionRow",
    "EvaluationRow",
    "FailureRow",
    "GroupRow",
    "GroupState",
    "LeaseRow",
    "LeaseState",
    "PolicyVersionRow",
    "RunRow",
    "TaskRecordRow",
    "TaskRow",
    "TrajectoryRow",
    "TurnRow",
    "WeightSyncRow",
    "WorkerRow",
]
