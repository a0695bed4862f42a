"""What a segmentation decides before the next screenshot joins a stream."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Cut:
    """Close the open stream here, for `reason`.

    The `drop` oldest screenshots in view become text. `fork`: the remaining history is tokenised anew;
    without it the next stream goes on from the very same ids, untrained, and nothing can be dropped.
    """

    drop: int
    fork: bool
    reason: str


class Segmentation(Protocol):
    """A knob that is asked before each screenshot after the first is appended."""

    def __call__(self, images: int, tokens: int, turns: int) -> Cut | None:
        """`images` in view and `tokens` in the stream with the new screenshot, `turns` answered in it."""
