"""The frontier's way: how well each template goes, draw by draw, and where the sampler drew."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PatchCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from scalecua.evaluate.figures.style import AFTER, INK, MUTED, canvas, look
from scalecua.evaluate.plain import plain

COLUMNS = 60
NAME = 22
Cells = Sequence[Sequence[float | None]]


def frontier(moved: Mapping[str, Any]) -> Figure:
    """A heat map of `replay`'s result: deeper where success is higher, a dot where the template was drawn.

    Runs of more than COLUMNS draws are shown in as many columns: the last success rate of each, and the
    sum of its draws.
    """
    names: Sequence[str] = moved["records"]
    rates, drawn, width = binned(moved["ema"], moved["drawn"])
    order = sorted(range(len(names)), key=lambda row: (-(_last(rates, row) or 0.0), names[row]))
    with look():
        figure, (axes,) = canvas(9.5, 1.0 + 0.235 * len(names))
        _cells(axes, rates, order)
        _dots(axes, drawn, order)
        for row, record in enumerate(order):
            last = _last(rates, record)
            told = "" if last is None else f"{last:.2f}"
            axes.text(1.008 * len(rates), row + 0.46, told, va="center", color=MUTED, fontsize=8)
        _key(axes, len(rates))
        _frame(axes, [names[record] for record in order], len(rates), width)
    return figure


def binned(ema: Cells, drawn: Sequence[Sequence[int]]) -> tuple[Cells, Sequence[Sequence[int]], int]:
    """Columns of `width` draws each, COLUMNS at most."""
    width = max(1, -(-len(ema) // COLUMNS))
    starts = range(0, len(ema), width)
    rates = [ema[min(start + width, len(ema)) - 1] for start in starts]
    counts = [np.sum(drawn[start : start + width], axis=0).tolist() for start in starts]
    return rates, counts, width


def _cells(axes: Axes, rates: Cells, order: Sequence[int]) -> None:
    """The colour's opacity is the rate, so that the page behind it is the lower end of the scale."""
    known = [
        (column, row, rate)
        for column, entries in enumerate(rates)
        for row, record in enumerate(order)
        if (rate := entries[record]) is not None
    ]
    squares = [Rectangle((column, row), 0.96, 0.92) for column, row, _ in known]
    shades = [to_rgba(AFTER, 0.06 + 0.94 * rate) for _, _, rate in known]
    axes.add_collection(PatchCollection(squares, facecolors=shades, linewidths=0))


def _dots(axes: Axes, drawn: Sequence[Sequence[int]], order: Sequence[int]) -> None:
    places = [
        (column + 0.48, row + 0.46, min(entries[record], 4))
        for column, entries in enumerate(drawn)
        for row, record in enumerate(order)
        if entries[record]
    ]
    if places:
        x, y, count = zip(*places, strict=True)
        axes.scatter(x, y, s=[2.5 * size + 1.5 for size in count], color=INK, linewidths=0)


def _key(axes: Axes, columns: int) -> None:
    """What the shades mean, above the map at its right end."""
    side = columns / 60
    for step in range(6):
        place = (columns - (6 - step) * 1.6 * side, -1.05)
        shade = to_rgba(AFTER, 0.06 + 0.94 * step / 5)
        axes.add_patch(Rectangle(place, 1.5 * side, 0.55, facecolor=shade, linewidth=0, clip_on=False))
    for text, x, where in (("p̂ = 0 ", columns - 9.8 * side, "right"), (" 1", columns, "left")):
        axes.text(x, -0.78, text, ha=where, va="center", color=MUTED, fontsize=8)


def _frame(axes: Axes, names: Sequence[str], columns: int, width: int) -> None:
    axes.set_xlim(0, 1.05 * columns)
    axes.set_ylim(len(names), -1.2)
    short = [plain(name, NAME) for name in names]
    axes.set_yticks(np.arange(len(names)) + 0.5, short, color=INK)
    step = max(1, columns // 6)
    ticks = np.arange(0, columns, step)
    axes.set_xticks(ticks + 0.5, [str(tick * width + 1) for tick in ticks])
    axes.set_xlabel("draw" if width == 1 else f"draw (columns of {width})")
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)


def _last(rates: Cells, row: int) -> float | None:
    return next((column[row] for column in reversed(rates) if column[row] is not None), None)
