"""When a token-ID stream is closed, and what the next one forgets."""

from scalecua.algo.segmentation.cut import Cut, Segmentation
from scalecua.algo.segmentation.window import SlidingWindow

__all__ = ["Cut", "Segmentation", "SlidingWindow"]
