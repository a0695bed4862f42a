"""`evaluate_presentation_fill_to_rgb_distance`: how near the backgrounds of all slides are to a colour."""

import math
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.slides.background import Background
from scalecua.tasks.metrics.slides.color import RGB, Color
from scalecua.tasks.metrics.slides.deck import read
from scalecua.tasks.metrics.unreadable import agents

_FARTHEST = math.sqrt(3) * 255


def evaluate_presentation_fill_to_rgb_distance(result: Path, rules: dict[str, Any]) -> float:
    """1 less the mean distance of the slides' backgrounds from `rules["rgb"]`, black to white being 1.

    A slide counts as farthest where its background is no single colour, or still `rules["original_rgb"]`
    (which may be left out). A presentation without slides scores 0.
    """
    known(rules, ("rgb",), ("original_rgb",))
    target = _rgb(rules["rgb"])
    original = _rgb(rules["original_rgb"]) if "original_rgb" in rules else None
    with agents("a presentation"):
        found = [slide.background for slide in read(result).slides]
    if not found:
        return 0.0
    return max(0.0, 1 - sum(_distance(background, target, original) for background in found) / len(found))


def _distance(background: Background, target: RGB, original: RGB | None) -> float:
    if not isinstance(background, Color) or background.rgb == original:
        return 1.0
    return math.dist(background.rgb, target) / _FARTHEST


def _rgb(value: Any) -> RGB:
    if not isinstance(value, list) or len(value) != 3 or not all(channel in range(256) for channel in value):
        raise ValueError(f"{value!r} is no colour; give three numbers from 0 to 255")
    return value[0], value[1], value[2]
