"""`check_slide_orientation_Portrait`: the slides stand upright."""

from pathlib import Path

from scalecua.tasks.metrics.slides.deck import opened
from scalecua.tasks.metrics.unreadable import agents


def check_slide_orientation_Portrait(result: Path) -> float:
    """1 where slides are higher than wide; a square is not."""
    with agents("a presentation"):
        presentation = opened(result)
        return float((presentation.slide_width or 0) < (presentation.slide_height or 0))
