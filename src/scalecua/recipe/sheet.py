"""One story as a picture of its own: before above, after below, turn by turn."""

import io
import textwrap

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from scalecua.evaluate.figures.style import AFTER, INK, MUTED, WARM, look, png
from scalecua.recipe.frames import Frame
from scalecua.recipe.stories import Side, Story

COLUMNS = 4
INCHES = 2.5
LINE = 30


def sheet(story: Story) -> bytes:
    """The story as a PNG."""
    columns = min(COLUMNS, max(len(story.before.frames), len(story.after.frames), 1))
    with look():
        figure = Figure(figsize=(INCHES * columns, 2 * INCHES + 0.7), layout="constrained")
        figure.suptitle(story.instruction, fontsize=11, fontweight="bold", x=0.004, ha="left")
        rows = figure.subplots(2, columns, squeeze=False)
        for when, side, places in zip(("Before", "After"), (story.before, story.after), rows, strict=True):
            for place, frame in zip(places, side.frames, strict=False):
                _show(place, frame)
            for place in places:
                place.axis("off")
            _head(places[0], when, side)
    return png(figure, dpi=150)


def _show(axes: Axes, frame: Frame) -> None:
    if frame.picture is not None:
        axes.imshow(Image.open(io.BytesIO(frame.picture)), interpolation="antialiased")
    told = "\n".join([", then ".join(frame.captions), frame.error]).strip() or "no action"
    text = textwrap.shorten(told, 2 * LINE, placeholder=" …")
    text = "\n".join(textwrap.wrap(text, LINE))
    axes.text(0, -0.05, text, transform=axes.transAxes, va="top", color=MUTED, fontsize=8)


def _head(axes: Axes, when: str, side: Side) -> None:
    told = f"{when}: {'won' if side.success else 'lost'}"
    axes.set_title(told, color=AFTER if side.success else WARM if when == "After" else INK)
