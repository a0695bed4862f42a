"""The record of one episode while it is played: its turns, the time of its parts, and how it ended."""

import time
import uuid
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal

from scalecua.core.errors import DesktopError, JudgeError, PolicyError, ScaleCUAError, TaskError, boundary
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.trajectory import FinalState, Status, Trajectory, Turn
from scalecua.core.verdict import Verdict

Part = Literal["setup", "start", "observe", "think", "act", "judge"]
FAULTS: dict[Part, tuple[type[ScaleCUAError], Failure]] = {
    "setup": (TaskError, Failure.SETUP),
    "start": (PolicyError, Failure.ENGINE),
    "observe": (DesktopError, Failure.GUEST),
    "think": (PolicyError, Failure.ENGINE),
    "act": (DesktopError, Failure.GUEST),
    "judge": (JudgeError, Failure.JUDGE),
}


@dataclass(slots=True)
class Stopwatch:
    """Seconds a part took, known once it is over."""

    seconds: float = 0.0


@dataclass(slots=True)
class Episode:
    """What has happened so far under a lease; `at` is the part being played."""

    lease: Lease
    turns: list[Turn] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    at: Part = "setup"

    @contextmanager
    def part(self, name: Part) -> Iterator[Stopwatch]:
        """Time a part; whatever foreign exception leaves it becomes the error that belongs to the part."""
        self.at = name
        error, failure = FAULTS[name]
        watch, began = Stopwatch(), time.monotonic()
        try:
            with boundary(error, f"{name}, turn {len(self.turns) + 1}", failure=failure):
                yield watch
        finally:
            watch.seconds = time.monotonic() - began
            self.seconds[name] += watch.seconds

    def judged(self, final: FinalState, verdict: Verdict, reward: float | None) -> Trajectory:
        """The trajectory of an episode that came to an end of its own."""
        return replace(self._played(final.status), final_state=final, verdict=verdict, reward=reward)

    def failed(self, failure: Failure | None, detail: str) -> Trajectory:
        """The trajectory of an episode that infrastructure ended: no verdict, no reward."""
        return replace(self._played(Status.FAILED), failure=failure or FAULTS[self.at][1], detail=detail)

    def _played(self, status: Status) -> Trajectory:
        return replace(self.lease.played(uuid.uuid4().hex, self.turns, status), timings=dict(self.seconds))
