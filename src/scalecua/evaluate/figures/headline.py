"""Success before and after, with 95 % intervals: one row a way to measure."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from scalecua.evaluate.figures.style import AFTER, BEFORE, INK, MUTED, canvas, look

Rate = Mapping[str, Any]


def headline(rows: Sequence[tuple[str, Rate, Rate]]) -> Figure:
    """`rows` hold a label, the rate before and the rate after (`{mean, low, high, n}`)."""
    with look():
        figure, (axes,) = canvas(6.6, 0.55 + 0.46 * len(rows))
        for at, (_, before, after) in enumerate(rows):
            _rate(axes, before, at - 0.17, BEFORE)
            _rate(axes, after, at + 0.17, AFTER)
        axes.set_yticks(range(len(rows)), [label for label, _, _ in rows], color=INK)
        axes.set_ylim(len(rows) - 0.45, -0.55)
        axes.set_xlim(0, 1.0)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
        axes.grid(axis="x")
        axes.set_axisbelow(True)
        axes.spines["left"].set_visible(False)
        axes.spines["bottom"].set_visible(False)
        axes.set_title("Success before and after training", color=MUTED, fontsize=9, fontweight="normal")
    return figure


def _rate(axes: Axes, rate: Rate, at: float, colour: str) -> None:
    if rate["mean"] is None:
        return
    axes.plot([rate["low"], rate["high"]], [at, at], color=colour, linewidth=5, alpha=0.28)
    axes.plot([rate["mean"]], [at], "o", color=colour, markersize=6.5, clip_on=False)
    side = 1 if rate["high"] < 0.88 else -1
    axes.annotate(
        f"{rate['mean']:.2f}",
        (rate["high"] if side > 0 else rate["low"], at),
        xytext=(5 * side, 0),
        textcoords="offset points",
        ha="left" if side > 0 else "right",
        va="center",
        color=colour,
        fontweight="bold",
        fontsize=8.5,
    )
