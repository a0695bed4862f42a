"""What an engine returns: token ids with the log-probabilities and policy versions that made them."""

from dataclasses import dataclass
from typing import Literal

Finish = Literal["stop", "length", "abort"]


@dataclass(frozen=True, slots=True)
class VersionSpan:
    """Tokens `start` (inclusive) to `stop` (exclusive) of a completion came from policy `version`."""

    version: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Sampling:
    """The distribution an answer is drawn from: `temperature` 0 is greedy; forbidden ids have probability 0.

    `seed` fixes the draw where the engine can (the embedded one does, vLLM must not be given one).
    """

    temperature: float
    max_tokens: int
    top_p: float = 1.0
    forbidden: tuple[int, ...] = ()
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Completion:
    """One sampled answer, stop token included.

    `logprobs` are those of the distribution sampled from (temperature applied, forbidden ids at -inf);
    under greedy decoding they are taken at temperature 1. None for a demonstration that nobody sampled.
    `entropies` are in nats, of the same distribution; None where the engine does not return them.
    """

    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...] | None
    text: str
    finish: Finish
    versions: tuple[VersionSpan, ...]
    entropies: tuple[float, ...] | None = None
