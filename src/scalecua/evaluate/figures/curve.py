"""The learning curve: success, reward, entropy and divergence, update by update."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from scalecua.evaluate.figures.style import AFTER, BEFORE, INK, MUTED, WARM, canvas, look

Row = Mapping[str, Any]
Draw = Callable[[Axes], None]
PANEL = (4.4, 2.3)
WINDOW = 9


def panels(
    curve: Sequence[Row],
    skill: Sequence[float | None],
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> dict[str, Figure]:
    """One figure a quantity, by name: for places that are narrow."""
    figures = {}
    for name, draw in _draws(curve, skill, before, after).items():
        with look():
            figures[name], (axes,) = canvas(*PANEL)
            draw(axes)
    return figures


def together(
    curve: Sequence[Row],
    skill: Sequence[float | None],
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> Figure:
    """All of them in one figure."""
    with look():
        figure, axes = canvas(2 * PANEL[0], 2 * PANEL[1], 2, 2)
        for place, draw in zip(axes, _draws(curve, skill, before, after).values(), strict=True):
            draw(place)
    return figure


def _draws(
    curve: Sequence[Row],
    skill: Sequence[float | None],
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> dict[str, Draw]:
    def success(axes: Axes) -> None:
        _noisy(axes, curve, "success", BEFORE, "rollouts, where the sampler went")
        known = [(draw + 1, rate) for draw, rate in enumerate(skill) if rate is not None]
        if known:
            axes.plot(*zip(*known, strict=True), color=AFTER, linewidth=2, label="mean over all templates")
        for at, rate in ((0, before), (len(curve) + 1, after)):
            _measured(axes, at, rate, label="held-out tasks" if at == 0 else None)
        axes.set_ylim(-0.03, 1.03)
        _finish(axes, "Success", curve)
        axes.legend(loc="lower right", handlelength=1.2, labelcolor=MUTED)

    def single(name: str, title: str, colour: str, *, zero: bool) -> Draw:
        def draw(axes: Axes) -> None:
            _noisy(axes, curve, name, colour, None)
            known = [row[name] for row in curve if row.get(name) is not None]
            if zero and known and min(known) >= 0:
                axes.set_ylim(bottom=0.0)
            _finish(axes, title, curve)

        return draw

    return {
        "success": success,
        "reward": single("reward", "Reward", AFTER, zero=False),
        "entropy": single("entropy", "Entropy (nats a token)", AFTER, zero=True),
        "kl": single("kl", "KL from the policy that sampled", WARM, zero=True),
    }


def _noisy(axes: Axes, curve: Sequence[Row], name: str, colour: str, label: str | None) -> None:
    """Every update as a faint dot, and the running mean of up to WINDOW of them as a line."""
    known = [(row["update"] + 1, row[name]) for row in curve if row.get(name) is not None]
    if not known:
        axes.text(0.5, 0.5, "not recorded", transform=axes.transAxes, ha="center", color=MUTED)
        return
    x, y = (np.array(side, dtype=np.float64) for side in zip(*known, strict=True))
    axes.plot(x, y, "o", color=colour, markersize=3, alpha=0.4, markeredgewidth=0)
    axes.plot(x, smooth(y), color=colour, linewidth=2, label=label)


def smooth(values: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The mean of up to WINDOW neighbours, fewer at the ends."""
    half = min(WINDOW, max(1, len(values) // 5)) // 2
    ends = [(max(0, at - half), at + half + 1) for at in range(len(values))]
    return np.array([values[low:high].mean() for low, high in ends])


def _measured(axes: Axes, at: float, rate: Mapping[str, Any] | None, label: str | None) -> None:
    if rate is None or rate["mean"] is None:
        return
    axes.plot([at, at], [rate["low"], rate["high"]], color=INK, linewidth=1.4)
    axes.plot([at], [rate["mean"]], "D", color=INK, markersize=4.5, label=label, linestyle="none")


def _finish(axes: Axes, title: str, curve: Sequence[Row]) -> None:
    axes.set_title(title)
    axes.grid(axis="y")
    axes.set_axisbelow(True)
    axes.spines["left"].set_visible(False)
    axes.locator_params(axis="y", nbins=5)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.set_xlabel("update")
