"""Visual Context Segmentation (ScaleCUA, Algorithms 1 and 2).

At most K + D screenshots are in view when the policy answers. When the next one would exceed that, the
stream is closed, its D oldest screenshots become text, and K older ones and the new one stay in view.
An episode of T turns has 1 + max(0, ceil((T - K - D) / D)) segments.
"""

from typing import Literal

from pydantic import Field

from scalecua.algo.segmentation.cut import Cut
from scalecua.core.knob import Knob


class SlidingWindow(Knob):
    """Keep K = `keep` screenshots, drop D = `drop` at a time (OSWorld 5 and 5, ScienceBoard 8 and 5)."""

    kind: Literal["window"] = "window"
    keep: int = Field(5, ge=0, le=1000)
    drop: int = Field(5, ge=1, le=1000)

    def __call__(self, images: int, tokens: int, turns: int) -> Cut | None:
        """Cut when `images`, the new screenshot included, is over K + D; the other counts do not matter."""
        if images <= self.keep + self.drop:
            return None
        return Cut(drop=self.drop, fork=True, reason="window")

    def segments(self, turns: int) -> int:
        """The number of segments of an episode of `turns` answered turns, at least one."""
        return 1 + max(0, -(-(turns - self.keep - self.drop) // self.drop))
