"""A training item: one closed token-ID stream."""

from dataclasses import dataclass
from enum import StrEnum

from scalecua.core.view import ImageRef


@dataclass(frozen=True, slots=True)
class TurnSpan:
    """The completion of turn `turn` fills `token_ids[start:stop]` and is trained in this segment."""

    turn: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Segment:
    """One closed stream of a trajectory; all arrays have the length of `token_ids`.

    `mask` is 1 on the tokens trained here; `logprobs` are the rollout's there and 0 elsewhere;
    `versions` is the policy version of each trained token and -1 elsewhere. `advantage` is the
    trajectory's. `processor` fingerprints tokenizer, image rule and rendering, so that a stream is
    never read under another one. `reason` says why the stream was closed.
    """

    trajectory_id: str
    group_id: str
    index: int
    token_ids: tuple[int, ...]
    mask: tuple[int, ...]
    logprobs: tuple[float, ...]
    versions: tuple[int, ...]
    images: tuple[ImageRef, ...]
    turns: tuple[TurnSpan, ...]
    processor: str
    reason: str
    advantage: float = 0.0


class Omission(StrEnum):
    """Why a sampled token was not trained."""

    FAILED = "failed"
    FILTERED = "filtered"
    STALE = "stale"
    STEP_SELECTION = "step_selection"
    ABORTED = "aborted"
    TOO_LONG = "too_long"
