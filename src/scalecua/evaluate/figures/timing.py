"""Where the time went: an episode's seconds by part, and training's minutes by who had to wait."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from scalecua.evaluate.figures.style import INK, MUTED, PAPER, PARTS, canvas, look

NAMES = {
    "desktop": "waiting for a desktop",
    "start": "setting the task up",
    "observe": "screenshot",
    "think": "model",
    "act": "act and settle",
    "judge": "judge",
}
LEGIBLE = 0.07


def timing(time: Mapping[str, Any]) -> Figure:
    """`time` is the report's: mean seconds of an episode by part, and the phases."""
    parts = [(NAMES[name], time["per_episode"].get(name, 0.0), PARTS[name]) for name in NAMES]
    update = time["update"]
    rollouts = max(0.0, time["training"]["seconds"] - update)
    with look():
        figure, (episode, training) = canvas(7.4, 2.4, 2)
        _bar(episode, parts, "One episode", "s", 2)
        _legend(episode, parts)
        minutes = [("rollouts", rollouts / 60, PARTS["act"]), ("updates", update / 60, PARTS["update"])]
        _bar(training, minutes, "Training", "min", 1)
        _legend(training, minutes)
    return figure


def _bar(axes: Axes, pieces: Sequence[tuple[str, float, str]], title: str, unit: str, digits: int) -> None:
    total, at = sum(value for _, value, _ in pieces) or 1.0, 0.0
    for _, value, colour in pieces:
        axes.barh([0], [value / total], left=at, color=colour, height=0.62, edgecolor=PAPER, linewidth=1.2)
        if value / total > LEGIBLE:
            text = f"{value:.{digits}f}"
            axes.text(at + value / total / 2, 0, text, ha="center", va="center", color=INK, fontsize=8)
        at += value / total
    whole = sum(value for _, value, _ in pieces)
    axes.set_title(f"{title}: {whole:.{digits}f} {unit}")
    axes.set_xlim(0, 1)
    axes.axis("off")


def _legend(axes: Axes, pieces: Sequence[tuple[str, float, str]]) -> None:
    axes.legend(
        [axes.patches[number] for number in range(len(pieces))],
        [name for name, _, _ in pieces],
        loc="upper left",
        bbox_to_anchor=(0, 0.08),
        borderpad=0.2,
        fontsize=8,
        ncols=min(len(pieces), 6),
        handlelength=0.9,
        handleheight=0.9,
        columnspacing=1.1,
        labelcolor=MUTED,
    )
