"""Agents that do not look: a fixed list of turns, and one that is done at once."""

from collections.abc import Sequence

from scalecua.core.action import Action, Done
from scalecua.core.completion import Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn


class ScriptedAgent:
    """Performs the given actions turn by turn; after the last turn it is done."""

    def __init__(self, turns: Sequence[Sequence[Action]]) -> None:
        self._turns = tuple(tuple(actions) for actions in turns)
        self._next = 0

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Begin from the first turn."""
        self._next = 0

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """The next turn, whatever is on the screen."""
        number, self._next = self._next, self._next + 1
        actions: tuple[Action, ...] = self._turns[number] if number < len(self._turns) else (Done(),)
        return Turn(observation, None, actions)


class NullAgent(ScriptedAgent):
    """Is done at once: it leaves the start of a task untouched."""

    def __init__(self) -> None:
        super().__init__(())
