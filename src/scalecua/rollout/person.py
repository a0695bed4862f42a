"""An agent that asks a person: every turn is what they do with what they are shown."""

import asyncio

from scalecua.core.action import Action
from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn


class PersonAgent:
    """Implements `Agent`; `shown` is what they look at in turn `number`, None while it is not theirs."""

    def __init__(self) -> None:
        self.shown: Observation | None = None
        self.number = 0
        self.told = ""
        self._said: asyncio.Queue[Action] = asyncio.Queue()

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Nothing to prepare."""

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """Show it, and wait for the person."""
        self.number += 1
        self.shown, self.told = observation, feedback
        return Turn(observation, None, (await self._said.get(),))

    def say(self, number: int, action: Action) -> bool:
        """Take the person's action in turn `number`; False if it is not, or no longer, that turn."""
        if self.shown is None or number != self.number:
            return False
        self.shown = None
        self._said.put_nowait(action)
        return True
