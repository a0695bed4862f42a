"""OSWorld's judge: metrics over a final state, combined by `and` (the least score) or `or` (the greatest)."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from scalecua.core.errors import JudgeError, boundary
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.tasks.evaluator import INFEASIBLE, Check, Evaluator, parse
from scalecua.tasks.metrics.table import METRICS
from scalecua.tasks.python_judge import PYTHON
from scalecua.tasks.sandbox.run import Run, run
from scalecua.tasks.state import Entry, Manifest, load, write


class OSWorldJudge:
    """Scores tasks that carry OSWorld's evaluator; files of the final state come from `blobs`.

    Metrics run where `run` runs them, judges in Python where `alone` does; unless told, each judgement has
    a sandbox of its own.
    """

    def __init__(self, blobs: Blobs, run: Run = run, *, alone: Run = run) -> None:
        self._blobs, self._run, self._alone = blobs, run, alone

    async def __call__(self, task: Task, final: FinalState) -> Verdict:
        """Give the verdict; JudgeError with its class for any fault on the judge's own side."""
        with (
            boundary(JudgeError, f"judge of task {task.id}", failure=Failure.JUDGE),
            tempfile.TemporaryDirectory(prefix="scalecua-state-") as name,
        ):
            folder = Path(name)
            manifest = await asyncio.to_thread(write, final, self._blobs.get, folder)
            return await score(parse(task.judge), manifest, folder, self._run, self._alone)


async def judge(task: Task, folder: Path) -> Verdict:
    """The verdict on the state folder; JudgeError with its class where there is none."""
    with boundary(JudgeError, f"judge of task {task.id}", failure=Failure.JUDGE):
        manifest = await asyncio.to_thread(load, folder)
        return await score(parse(task.judge), manifest, folder)


async def score(
    evaluator: Evaluator, manifest: Manifest, folder: Path, run: Run = run, alone: Run = run
) -> Verdict:
    """The verdict on the state in a folder, and on nothing else.

    What the agent left missing or unreadable scores 0 with a reason. An agent that wrongly declared a
    feasible task infeasible is judged by the state it left, like any other.
    """
    if evaluator.infeasible:
        right = manifest.status is Status.DECLARED_INFEASIBLE
        return Verdict(
            float(right), {INFEASIBLE: float(right)}, f"the agent ended with {manifest.status.value}"
        )
    if evaluator.checks[0].func == PYTHON:
        return await python(evaluator.checks[0], manifest, folder, alone)
    if not len(manifest.result) == len(manifest.expected) == len(evaluator.checks):
        counts = f"{len(manifest.result)} results for {len(evaluator.checks)} functions"
        raise _fault(f"the state holds {counts}; collect it again")
    sides = tuple(zip(evaluator.checks, manifest.result, manifest.expected, strict=True))
    requests = [_request(check, result, expected) for check, result, expected in sides]
    asked = [request for request in requests if request is not None]
    found = iter(await run({"checks": asked}, folder) if asked else [])
    checks: dict[str, float] = {}
    reasons: list[str] = []
    for number, (check, request) in enumerate(zip(evaluator.checks, requests, strict=True), 1):
        value, reason = _nothing(check) if request is None else _read(check, next(found))
        checks[f"{number}:{check.func}"] = value
        reasons.append(f"{check.func} {value:g}{': ' if reason else ''}{reason}")
    combined = min(checks.values()) if evaluator.conj == "and" else max(checks.values())
    return Verdict(combined, checks, "; ".join(reasons))


async def python(check: Check, manifest: Manifest, folder: Path, alone: Run) -> Verdict:
    """The verdict of a judge in Python, whose code is hostile: it gets a sandbox of its own."""
    entry = manifest.result[0] if len(manifest.result) == 1 else None
    if entry is None or entry.needs is None:
        raise _fault("the state holds no needs; collect it again")
    asked = {
        "code": check.options["code"],
        "needs": entry.bare()["needs"],
        "expected": (check.expected or {}).get("rules"),
        "status": manifest.status.value,
        "answer": manifest.answer,
    }
    (found,) = await alone({"checks": [asked]}, folder)
    score, reason = _read(check, found)
    checks = {str(name): float(value) for name, value in dict(found["checks"]).items()}
    return Verdict(score, checks or {PYTHON: score}, reason)


def _request(check: Check, result: Entry | None, expected: Entry | None) -> dict[str, Any] | None:
    """What the sandbox is asked for one metric; None where there is nothing of the agent's to look at."""
    if check.func not in METRICS:
        raise _fault(f"func is {check.func!r}; choices: {', '.join(sorted(METRICS))}")
    if check.result is None:
        raise _fault(f"{check.func} has no result to look at")
    left, given = (expected, result) if check.turned else (result, expected)
    if given is None and (check.turned or check.expected is not None):
        raise _fault(f"{check.func}: what is expected ({_given(check)!r:.200}) is missing")
    if left is None:
        return None
    sides = (result,) if expected is None else (result, expected)
    return {
        "func": check.func,
        "options": dict(check.options),
        "turned": check.turned,
        "sides": [entry.bare() for entry in sides if entry is not None],
    }


def _given(check: Check) -> dict[str, Any]:
    """What the task says of its own side."""
    return dict((check.result if check.turned else check.expected) or {})


def _nothing(check: Check) -> tuple[float, str]:
    left = dict((check.expected if check.turned else check.result) or {})
    return 0.0, f"nothing at {left.get('path', left)}"


def _read(check: Check, finding: dict[str, Any]) -> tuple[float, str]:
    """Score and reason of one metric; what the sandbox says to be the judge's own fault is raised."""
    if "fault" in finding:
        raise JudgeError(f"{check.func}: {finding['fault']}", failure=Failure(finding["class"]))
    return float(finding["score"]), str(finding["reason"])


def _fault(message: str) -> JudgeError:
    return JudgeError(message, failure=Failure.JUDGE)
