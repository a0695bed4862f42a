"""What happened in one rollout: turns, status, final state, verdict, reward, failure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from scalecua.core.action import Action
from scalecua.core.completion import Completion, Sampling
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.verdict import Verdict

Origin = Literal["rollout", "evaluation", "demonstration", "pool"]


class Status(StrEnum):
    """How a trajectory ended; only `failed` is never judged."""

    DONE = "done"
    ANSWERED = "answered"
    DECLARED_INFEASIBLE = "declared_infeasible"
    TRUNCATED = "truncated"
    MALFORMED = "malformed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ActResult:
    """What the guest said of one action: `duplicate` if its key had been performed already."""

    performed: bool
    duplicate: bool
    settled: bool
    cursor: tuple[int, int]
    elapsed_ms: float


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds spent in one turn, by part."""

    observe: float = 0.0
    think: float = 0.0
    act: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """One look, one answer, its actions and their results.

    `completion` is None where no policy sampled the turn (reference and scripted agents).
    `error` says why an answer could not be parsed; such a turn has no actions, and is trained like any other.
    Only a demonstrated turn has a `thought`, the sentence before its actions, and may be a `mistake`: shown
    so that its recovery can be learned, never to be imitated itself.
    """

    observation: Observation
    completion: Completion | None
    actions: tuple[Action, ...] = ()
    results: tuple[ActResult, ...] = ()
    error: str | None = None
    timings: Timings = field(default_factory=Timings)
    feedback: str = ""
    thought: str = ""
    mistake: bool = False


@dataclass(frozen=True, slots=True)
class FinalState:
    """What the getters collected at the end: all that a judge may see.

    `result` and `expected` follow the order of the evaluator's functions, an entry each: `{"file": name}`
    or `{"files": [name, …]}`, which refer to `files` (blobs by sha256), `{"value": any JSON}`, or None where
    a getter found nothing. A judge in Python has one entry, `{"needs": {name: entry}}`.
    """

    status: Status
    answer: str
    result: tuple[Any, ...] = ()
    expected: tuple[Any, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trajectory:
    """One rollout of one task. `reward` is None exactly when it has no verdict."""

    id: str
    task_id: str
    group_id: str
    index: int
    lease_id: str
    origin: Origin
    seed: int
    sampling: Sampling
    max_turns: int
    turns: tuple[Turn, ...]
    status: Status
    final_state: FinalState | None = None
    verdict: Verdict | None = None
    reward: float | None = None
    failure: Failure | None = None
    detail: str = ""
    timings: Mapping[str, float] = field(default_factory=dict)
