"""`check_image_stretch_and_center`: a picture fills the first slide, in its proportion and in the middle."""

from pathlib import Path

from pptx.util import Inches

from scalecua.tasks.metrics.slides.deck import Deck, read
from scalecua.tasks.metrics.slides.picture import same_picture
from scalecua.tasks.metrics.slides.shapes import Box, Shape
from scalecua.tasks.metrics.unreadable import agents

SLACK = int(Inches(0.5))
PROPORTION_SLACK = 0.1


def check_image_stretch_and_center(result: Path, expected: Path) -> float:
    """1 where a picture fills slide 1: the first of slide 1 of `expected`, the presentation as it was.

    To fill is to cover the slide in both directions, as large as it is in one of them at least, with the
    middle in the slide's middle, each within half an inch; width by height may have changed by
    PROPORTION_SLACK. The slide keeps its size.
    """
    before = read(expected)
    old = next((shape for shape in before.slides[0].shapes if _pictured(shape)), None)
    if old is None or old.box is None:
        raise ValueError("slide 1 of the expected presentation has no picture")
    with agents("a presentation"):
        after = read(result)
        shapes = after.slides[0].shapes if after.slides else ()
    if abs(after.width - before.width) > SLACK or abs(after.height - before.height) > SLACK:
        return 0.0
    new = [shape.box for shape in shapes if _pictured(shape) and same_picture(shape.image, old.image)]
    return float(any(box is not None and _fills(box, old.box, after) for box in new))


def _pictured(shape: Shape) -> bool:
    return shape.kind == "picture" and shape.image is not None


def _fills(box: Box, old: Box, deck: Deck) -> bool:
    across, down = box.width - deck.width, box.height - deck.height
    covers = min(across, down) >= -SLACK and min(abs(across), abs(down)) <= SLACK
    off = max(abs(2 * box.left + across), abs(2 * box.top + down)) / 2
    change = (box.width * old.height) / (box.height * old.width) - 1 if box.height and old.width else 1.0
    return covers and off <= SLACK and abs(change) <= PROPORTION_SLACK
