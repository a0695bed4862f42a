"""What the rollout loop drives."""

from typing import Protocol

from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn


class Agent(Protocol):
    """Looks at observations and decides; the loop performs the actions and fills results and timings."""

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Begin an episode; only a reference agent may keep the desktop."""

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """Decide on one observation; `feedback` tells what came of the last turn, empty on the first."""
