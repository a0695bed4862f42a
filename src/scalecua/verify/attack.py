"""One way to end a task, and whether its judge must call it right."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from scalecua.core.failure import Failure
from scalecua.core.trajectory import FinalState
from scalecua.tasks.solution import Solution

Kind = Literal["null", "reference", "near miss", "alternative", "cheat"]
RIGHT: frozenset[Kind] = frozenset({"reference", "alternative"})


@dataclass(frozen=True, slots=True)
class Played:
    """An end that is reached on a live desktop; without steps it is where the task begins."""

    kind: Kind
    name: str
    solution: Solution | None


@dataclass(frozen=True, slots=True)
class Made:
    """An end that is a change of one reached before: no desktop is needed to judge it."""

    kind: Kind
    name: str
    make: Callable[[], FinalState]


Attack = Played | Made


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the judge said of an attack; `score` is None where it said nothing, by the class `failure`."""

    kind: Kind
    name: str
    score: float | None
    failure: Failure | None
    reason: str
    seconds: float

    @property
    def right(self) -> bool:
        """Whether this end is a right one."""
        return self.kind in RIGHT

    @property
    def held(self) -> bool:
        """Whether the judge said what it should: 1 of a right end, 0 of an untouched one, else below 1."""
        if self.score is None:
            return False
        return self.score == 1 if self.right else self.score == 0 if self.kind == "null" else self.score < 1
