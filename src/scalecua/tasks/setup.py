"""Bring a desktop into a task's starting state, and make sure that it took."""

import json

from scalecua.core.errors import DesktopError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.tasks.evaluator import SCIENCEBOARD
from scalecua.tasks.scene import Scene
from scalecua.tasks.scienceboard.desktop import initialise
from scalecua.tasks.steps.base import Step, StepFailed
from scalecua.tasks.steps.parse import parse
from scalecua.tasks.steps.program import ExecuteWithVerification, Launch
from scalecua.tasks.steps.window import Open, WaitWindow, wait

WINDOW_TIMEOUT_S = 20.0


async def run_setup(task: Task, scene: Scene) -> None:
    """Perform the steps in order; TaskError with Failure.SETUP names the one that did not take.

    All steps are parsed before the first is performed. A program launched without a step that waits
    for its window must at least have brought some window up in the end.
    """
    if SCIENCEBOARD in task.judge:
        await initialise(task, scene.desktop)
        return
    steps = parse(task.setup)
    for number, step in enumerate(steps, 1):
        await perform(step, scene, f"config step {number}")
    if unproven := _unproven(steps):
        try:
            await wait(scene.desktop, title=None, wm_class=None, timeout_s=WINDOW_TIMEOUT_S)
        except StepFailed as reason:
            raise _failed(unproven, "launched, but no window came up", reason) from reason


async def perform(step: Step, scene: Scene, where: str) -> None:
    """Perform one step; TaskError with Failure.SETUP quotes the step and what it said.

    A desktop that refuses a request (no such program, no such window) tells of a wrong step; a desktop
    that fails raises its own DesktopError.
    """
    try:
        await step(scene)
    except StepFailed as reason:
        raise _failed(step, f"{where} did not take", reason) from reason
    except DesktopError as error:
        if error.failure is not None:
            raise
        raise _failed(step, f"{where} was refused", error) from error


def _unproven(steps: tuple[Step, ...]) -> Launch | None:
    """The last launch that no later step waits for."""
    for step in reversed(steps):
        if isinstance(step, WaitWindow | Open | ExecuteWithVerification):
            return None
        if isinstance(step, Launch):
            return step
    return None


def _failed(step: Step, what: str, reason: Exception) -> TaskError:
    shown = json.dumps(step.model_dump(mode="json", exclude_none=True))
    return TaskError(f"{what}: {shown[:600]}: {reason}", failure=Failure.SETUP)
