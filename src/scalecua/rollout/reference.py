"""The agent that plays a task's reference solution, one step a turn."""

import asyncio
from typing import Any

from scalecua.core.action import Action
from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn
from scalecua.tasks.solution import OnNode, Run, Solution, Step, parse

FIND_S = 3.0
AGAIN_S = 0.15
RUN_S = 60.0


class ReferenceAgent:
    """Resolves widgets on the live desktop, which it therefore keeps; it never looks at pictures.

    A widget that does not appear within FIND_S seconds makes the turn an error, and the same step is tried
    on the next turn: a wrong solution ends as a malformed, judged episode, never as an infrastructure fault.
    """

    _desktop: Desktop
    _solution: Solution

    def __init__(self) -> None:
        self._next = 0

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Read the task's solution; TaskError if it has none."""
        if "solution" not in task.metadata:
            reason = f"task {task.id} has no reference solution; add solution.json"
            raise TaskError(reason, failure=Failure.ASSET)
        self._solution = parse(task.metadata["solution"], f"solution of task {task.id}")
        self._desktop, self._next = desktop, 0

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """The next step's action, or the end."""
        if self._next >= len(self._solution.steps):
            return Turn(observation, None, (self._solution.end,))
        step = self._solution.steps[self._next]
        actions, error = await self._resolve(step)
        self._next += error is None
        return Turn(observation, None, actions, error=error)

    async def _resolve(self, step: Step) -> tuple[tuple[Action, ...], str | None]:
        if isinstance(step, OnNode):
            return await self._on_node(step)
        if not isinstance(step, Run):
            return (step,), None
        result = await self._desktop.execute(step.execute, timeout_s=RUN_S)
        told = f"{step.execute} returned {result.returncode}: {result.error[-300:]}"
        return (), told if result.returncode else None

    async def _on_node(self, step: OnNode) -> tuple[tuple[Action, ...], str | None]:
        """The action at the widget's centre; the widget may still be on its way to the screen."""
        body = step.find.model_dump()
        deadline = asyncio.get_running_loop().time() + FIND_S
        while True:
            node: dict[str, Any] = await self._desktop.request("/find", body)
            if node["found"]:
                x, y = node["x"] + node["width"] // 2, node["y"] + node["height"] // 2
                return (step.at(x, y),), None
            if asyncio.get_running_loop().time() > deadline:
                return (), f"no widget {body} on the screen"
            await asyncio.sleep(AGAIN_S)
