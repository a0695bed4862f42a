"""The agent that is being trained: one stream of ids an episode, sampled by an engine."""

import hashlib
import uuid
from dataclasses import replace

from scalecua.algo.segmentation.cut import Segmentation
from scalecua.core.action import points
from scalecua.core.completion import Completion, Sampling
from scalecua.core.desktop import Desktop
from scalecua.core.engine import Engine
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Turn
from scalecua.core.view import TokenView
from scalecua.policy.family import Family, Malformed
from scalecua.policy.stream import Stream

ATTEMPTS = 3


class TokenAgent:
    """Keeps what was sampled as it was sampled; `limit` bounds the ids of a prompt and its answer together.

    `turn` raises StreamFull where the next prompt would be over it: the episode then ends as truncated.
    """

    _instruction: str
    _stream: Stream
    _sampling: Sampling
    _seed: int

    def __init__(
        self, family: Family, segmentation: Segmentation, engine: Engine, *, limit: int | None = None
    ) -> None:
        self._family = family
        self._segmentation = segmentation
        self._engine = engine
        self._limit = limit
        self._turns = 0
        self._pointer: tuple[int, int] | None = None
        self._session = ""

    async def start(self, task: Task, desktop: Desktop, *, seed: int, sampling: Sampling) -> None:
        """Begin an episode with an empty stream."""
        forbidden = {*sampling.forbidden, *self._family.processor.forbidden}
        self._instruction = task.instruction
        self._sampling = replace(sampling, forbidden=tuple(sorted(forbidden)))
        self._seed = seed
        self._stream = Stream(
            self._family, self._segmentation, limit=self._limit, reserve=sampling.max_tokens
        )
        self._turns, self._pointer, self._session = 0, None, uuid.uuid4().hex

    async def turn(self, observation: Observation, feedback: str) -> Turn:
        """Sample one answer; one that cannot be read is a turn without actions, with the reason."""
        if self._turns == 0:
            self._stream.start(self._instruction, observation)
        else:
            self._stream.observe(observation, feedback)
        sampling = replace(self._sampling, seed=turn_seed(self._seed, self._turns))
        completion = await self._complete(self._stream.view(), sampling)
        self._stream.append(completion)
        self._turns += 1
        text = self._family.read(completion.token_ids)
        found = self._family.parse(text, (observation.width, observation.height), self._pointer)
        if isinstance(found, Malformed):
            return Turn(observation, completion, error=found.reason, feedback=feedback)
        for action in found:
            self._pointer = next(reversed(points(action)), self._pointer)
        return Turn(observation, completion, found, feedback=feedback)

    async def _complete(self, view: TokenView, sampling: Sampling) -> Completion:
        """An answer that was not aborted; a pausing engine drops what is in flight, and is asked again."""
        for _ in range(ATTEMPTS):
            completion = await self._engine.complete(view, sampling, session=self._session)
            if completion.finish != "abort":
                return completion
        raise PolicyError(
            f"the engine aborted turn {self._turns} {ATTEMPTS} times; pause it less often, or let it finish",
            failure=Failure.ENGINE,
        )


def turn_seed(seed: int, turn: int) -> int:
    """The seed of one turn, 0 to 2**63 - 1, from the lease's: unrelated between turns and between seeds."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{turn}".encode()).digest()[:8], "big") >> 1
