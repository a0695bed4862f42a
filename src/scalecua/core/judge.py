"""The seam to whatever scores a final state."""

from typing import Protocol

from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState
from scalecua.core.verdict import Verdict


class Judge(Protocol):
    """Scores what was collected; JudgeError with Failure.JUDGE when it cannot, never a score of 0."""

    async def __call__(self, task: Task, final: FinalState) -> Verdict:
        """Give the verdict on one final state."""
