"""OSWorld's judge: metrics over a FinalState, combined by `and` (the least score) or `or` (the greatest)."""

from collections.abc import Callable
from typing import Any

from scalecua.core.errors import JudgeError, boundary
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.tasks.evaluator import INFEASIBLE, Check, Evaluator, parse
from scalecua.tasks.metrics.table import METRICS
from scalecua.tasks.metrics.unreadable import Unreadable

Read = Callable[[str], bytes]


class OSWorldJudge:
    """Scores tasks that carry OSWorld's evaluator; files of the final state come from `blobs`."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    async def __call__(self, task: Task, final: FinalState) -> Verdict:
        """Give the verdict; JudgeError with Failure.JUDGE for any fault on the judge's own side."""
        with boundary(JudgeError, f"judge of task {task.id}", failure=Failure.JUDGE):
            return score(parse(task.judge), final, self._blobs.get)


def score(evaluator: Evaluator, final: FinalState, read: Read) -> Verdict:
    """The verdict on a final state: a pure function of it and of the files `read` gives by sha256.

    What the agent left missing or unreadable scores 0 with a reason. An agent that wrongly declared a
    feasible task infeasible is judged by the state it left, like any other.
    """
    if evaluator.infeasible:
        right = final.status is Status.DECLARED_INFEASIBLE
        return Verdict(float(right), {INFEASIBLE: float(right)}, f"the agent ended with {final.status.value}")
    if not len(final.result) == len(final.expected) == len(evaluator.checks):
        counts = f"{len(final.result)} results for {len(evaluator.checks)} functions"
        raise _fault(f"the state holds {counts}; collect it again")
    checks: dict[str, float] = {}
    reasons: list[str] = []
    for number, (check, *values) in enumerate(
        zip(evaluator.checks, final.result, final.expected, strict=True), 1
    ):
        value, reason = _check(check, *(_loaded(value, final, read) for value in values))
        checks[f"{number}:{check.func}"] = value
        reasons.append(f"{check.func} {value:g}{': ' if reason else ''}{reason}")
    combined = min(checks.values()) if evaluator.conj == "and" else max(checks.values())
    return Verdict(combined, checks, "; ".join(reasons))


def _check(check: Check, result: Any, expected: Any) -> tuple[float, str]:
    """Score and reason of one metric."""
    metric = METRICS.get(check.func)
    if metric is None:
        raise _fault(f"func is {check.func!r}; choices: {', '.join(sorted(METRICS))}")
    if check.result is None:
        raise _fault(f"{check.func} has no result to look at")
    if check.expected is not None and expected is None:
        raise _fault(f"{check.func}: what is expected ({dict(check.expected)!r:.200}) is missing")
    if result is None:
        return 0.0, f"nothing at {check.result.get('path', check.result)}"
    sides = (result,) if check.expected is None else (result, expected)
    with boundary(JudgeError, f"metric {check.func}", failure=Failure.JUDGE):
        try:
            value = metric(*sides, **check.options)
        except Unreadable as unreadable:
            return 0.0, str(unreadable)
    if not 0.0 <= value <= 1.0:
        raise _fault(f"{check.func} gave {value}; a score lies in [0, 1]")
    return float(value), "" if value == 1 else f"expected {_short(expected)}, found {_short(result)}"


def _loaded(value: Any, final: FinalState, read: Read) -> Any:
    """A value, or the bytes of the file it names."""
    if isinstance(value, dict) and value.keys() == {"file"} and value["file"] in final.files:
        return read(final.files[value["file"]])
    return value


def _short(value: Any) -> str:
    text = repr(value[:300] if isinstance(value, bytes | str) else value)
    return text if len(text) <= 160 else text[:157] + "..."


def _fault(message: str) -> JudgeError:
    return JudgeError(message, failure=Failure.JUDGE)
