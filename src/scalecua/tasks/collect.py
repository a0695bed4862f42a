"""Look at a desktop for the last time: postconfig, then every getter, into a FinalState."""

import asyncio
from typing import Any

from scalecua.core.desktop import Desktop
from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.tasks.evaluator import Evaluator, parse
from scalecua.tasks.getters.base import Fetched
from scalecua.tasks.getters.parse import parse as parse_getter
from scalecua.tasks.setup import perform
from scalecua.tasks.steps.parse import parse as parse_steps
from scalecua.tasks.steps.window import ActivateWindow, CloseWindow


async def collect(task: Task, desktop: Desktop, status: Status, answer: str, blobs: Blobs) -> FinalState:
    """All that the judge may see; JudgeError where the task's own side of it cannot be collected.

    Files become blobs, named after their function's place and kind; a missing file is None.
    """
    evaluator = parse(task.judge)
    if evaluator.infeasible:
        return FinalState(status, answer)
    await _postconfig(evaluator, desktop)
    files: dict[str, str] = {}
    columns: dict[str, list[Any]] = {"result": [], "expected": []}
    for number, check in enumerate(evaluator.checks, 1):
        for kind, spec in (("result", check.result), ("expected", check.expected)):
            where = f"{kind} of function {number} ({check.func})"
            value = None if spec is None else await parse_getter(spec, where)(desktop)
            if isinstance(value, Fetched):
                name = f"{kind}-{number}-{value.name}"
                files[name] = await asyncio.to_thread(blobs.put, value.data)
                value = {"file": name}
            columns[kind].append(value)
    return FinalState(status, answer, tuple(columns["result"]), tuple(columns["expected"]), files)


async def _postconfig(evaluator: Evaluator, desktop: Desktop) -> None:
    """Steps about windows may find them gone, since an agent may close any; all others must succeed."""
    for number, step in enumerate(parse_steps(evaluator.postconfig, "postconfig"), 1):
        try:
            await perform(step, desktop, f"postconfig step {number}")
        except TaskError as error:
            if not isinstance(step, ActivateWindow | CloseWindow):
                raise JudgeError(str(error), failure=Failure.JUDGE) from error
