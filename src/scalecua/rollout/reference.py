"""The agent that plays a task's reference solution, one step a turn."""

import asyncio
from collections import deque
from random import Random
from typing import Any

from scalecua.core.action import Action
from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn
from scalecua.tasks.solution import OnNode, Run, Step, parse, parse_slips

FIND_S = 3.0
AGAIN_S = 0.15
RUN_S = 60.0


class ReferenceAgent:
    """Resolves widgets on the live desktop, which it therefore keeps; it never looks at pictures.

    A widget that does not appear within FIND_S seconds makes the turn an error, and the same step is tried
    on the next turn: a wrong solution ends as a malformed, judged episode, never as an infrastructure fault.
    With probability `slip` it first makes one of the mistakes that the task describes, and repairs it. The
    thought of a click is the name of what it clicks.
    """

    _desktop: Desktop
    _end: Action

    def __init__(self, *, slip: float = 0.0) -> None:
        self._slip = slip
        self._plan: deque[tuple[Step, bool]] = deque()

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Read the task's solution, and draw the mistake by `seed`; TaskError if it has no solution."""
        if "solution" not in task.metadata:
            reason = f"task {task.id} has no reference solution; add solution.json"
            raise TaskError(reason, failure=Failure.ASSET)
        solution = parse(task.metadata["solution"], f"solution of task {task.id}")
        plan = [(step, False) for step in solution.steps]
        slips = parse_slips(task.metadata.get("slips", ()), f"slips of task {task.id}")
        rng = Random(seed)
        if slips and rng.random() < self._slip:
            slip = rng.choice(slips)
            detour = [(step, True) for step in slip.wrong] + [(step, False) for step in slip.repair]
            plan[slip.at : slip.at] = detour
        self._desktop, self._plan, self._end = desktop, deque(plan), solution.end

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """The next step's action, or the end."""
        if not self._plan:
            return Turn(observation, None, (self._end,))
        step, mistake = self._plan[0]
        actions, error = await self._resolve(step)
        if error is None:
            self._plan.popleft()
        thought = step.find.name or "" if isinstance(step, OnNode) else ""
        return Turn(observation, None, actions, error=error, thought=thought.strip(), mistake=mistake)

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
