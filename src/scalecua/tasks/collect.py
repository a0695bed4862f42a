"""Look at a desktop for the last time: postconfig, then every getter, into a FinalState."""

import asyncio
from typing import Any

from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.tasks.evaluator import SCIENCEBOARD, Evaluator, parse
from scalecua.tasks.getters.base import Fetched, Several
from scalecua.tasks.getters.file import Accompanied
from scalecua.tasks.getters.parse import parse as parse_getter
from scalecua.tasks.python_judge import PYTHON, needs
from scalecua.tasks.scene import Scene
from scalecua.tasks.scienceboard.desktop import collect as look
from scalecua.tasks.setup import perform
from scalecua.tasks.steps.base import CommandFailed
from scalecua.tasks.steps.parse import parse as parse_steps
from scalecua.tasks.steps.window import ActivateWindow, CloseWindow


async def collect(task: Task, scene: Scene, status: Status, answer: str, blobs: Blobs) -> FinalState:
    """All that the judge may see; JudgeError where the task's own side of it cannot be collected.

    Files become blobs, named after their function's place and kind; what a getter does not find is None.
    """
    evaluator = parse(task.judge)
    if evaluator.infeasible:
        return FinalState(status, answer)
    if SCIENCEBOARD in task.judge:
        seen = await look(task, scene.desktop, status, answer)
        return FinalState(status, answer, ({"value": seen},), ({"value": dict(task.judge)},))
    await _postconfig(evaluator, scene)
    if PYTHON in task.judge:
        return await _needed(task, scene, status, answer, blobs)
    files: dict[str, str] = {}
    columns: dict[str, list[Any]] = {"result": [], "expected": []}
    for number, check in enumerate(evaluator.checks, 1):
        for kind, spec in (("result", check.result), ("expected", check.expected)):
            where = f"{kind} of function {number} ({check.func})"
            found = None if spec is None else await parse_getter(spec, where)(scene)
            columns[kind].append(await _entry(found, f"{kind}-{number}", files, blobs))
    return FinalState(status, answer, tuple(columns["result"]), tuple(columns["expected"]), files)


async def _needed(task: Task, scene: Scene, status: Status, answer: str, blobs: Blobs) -> FinalState:
    """All that a judge in Python needs, by name."""
    files: dict[str, str] = {}
    found: dict[str, Any] = {}
    for number, need in enumerate(needs(str(task.judge[PYTHON]), "judge.py"), 1):
        getter = parse_getter(need.getter(), f"{need.name} of judge.py")
        found[need.name] = await _entry(await getter(scene), f"need-{number}", files, blobs)
    return FinalState(status, answer, ({"needs": found},), (None,), files)


async def _entry(found: Any, name: str, files: dict[str, str], blobs: Blobs) -> dict[str, Any] | None:
    """What a getter found as the state names it, its files put away."""
    if found is None:
        return None
    if isinstance(found, Accompanied):
        for one in found.beside:
            await _kept(one, name, files, blobs)
    if isinstance(found, Fetched):
        return {"file": await _kept(found, name, files, blobs)}
    if isinstance(found, Several):
        names = [await _kept(one, f"{name}.{at}", files, blobs) for at, one in enumerate(found.files, 1)]
        return {"files": names}
    return {"value": found}


async def _kept(file: Fetched, name: str, files: dict[str, str], blobs: Blobs) -> str:
    name = f"{name}-{file.name}"
    files[name] = await asyncio.to_thread(blobs.put, file.data)
    return name


async def _postconfig(evaluator: Evaluator, scene: Scene) -> None:
    """Perform the steps; what an agent's work may be the cause of does not end them, anything else does.

    Windows may be gone, since an agent may close any, and a command may find what it did not expect.
    """
    for number, step in enumerate(parse_steps(evaluator.postconfig, "postconfig"), 1):
        try:
            await perform(step, scene, f"postconfig step {number}")
        except TaskError as error:
            if isinstance(step, ActivateWindow | CloseWindow) or isinstance(error.__cause__, CommandFailed):
                continue
            failure = Failure.JUDGE if error.failure in (None, Failure.SETUP) else error.failure
            raise JudgeError(str(error), failure=failure) from error
