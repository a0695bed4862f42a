"""Token in, token out: the seam to whatever samples the policy."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from scalecua.core.completion import Completion, Sampling
from scalecua.core.view import TokenView

PauseMode = Literal["abort", "wait", "keep"]


@dataclass(frozen=True, slots=True)
class WeightSource:
    """A checkpoint folder and the sha256 its weights must have."""

    path: Path
    sha256: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """The version an engine serves after a load, and the sha256 of the weights it read."""

    version: int
    sha256: str


@dataclass(frozen=True, slots=True)
class EngineHealth:
    """The version served, calls in flight, and the share of the cache in use (0 to 1)."""

    version: int
    in_flight: int
    cache_use: float


class Engine(Protocol):
    """Batches concurrent calls itself; cancelling a call aborts it and leaves nothing to train on."""

    async def complete(self, view: TokenView, sampling: Sampling, *, session: str) -> Completion:
        """Sample one answer; PolicyError with Failure.ENGINE if the engine cannot."""

    async def load(self, version: int, source: WeightSource) -> Loaded:
        """Serve new weights from now on; refuses weights whose hash differs from the source's."""

    async def pause(self, mode: PauseMode) -> None:
        """Stop sampling: drop what is in flight, finish it, or keep it for `resume`."""

    async def resume(self) -> None:
        """Go on after `pause`."""

    async def health(self) -> EngineHealth:
        """What is served and how busy it is."""
