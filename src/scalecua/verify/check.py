"""One proof of one task: what an agent was to score, and what it scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scalecua.core.failure import Failure


@dataclass(frozen=True, slots=True)
class Check:
    """`score` is None where infrastructure failed, or where the task is wrong before any desktop starts."""

    task_id: str
    template: str
    agent: str
    expected: float
    score: float | None
    failure: Failure | None
    reason: str
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether the agent scored exactly what it should."""
        return self.score == self.expected


def summary(checks: Sequence[Check]) -> dict[str, Any]:
    """Counts and the checks that did not hold, for JSON; a task is verified when all of its checks hold."""
    tasks = {check.task_id for check in checks}
    wrong = [check for check in checks if not check.ok]
    return {
        "tasks": len(tasks),
        "verified": len(tasks - {check.task_id for check in wrong}),
        "findings": [_finding(check) for check in wrong],
    }


def _finding(check: Check) -> dict[str, Any]:
    return {
        "task": check.task_id,
        "template": check.template,
        "agent": check.agent,
        "expected": check.expected,
        "score": check.score,
        "failure": None if check.failure is None else check.failure.value,
        "reason": check.reason,
    }
