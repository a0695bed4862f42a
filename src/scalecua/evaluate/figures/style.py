"""One look for all figures, and how they become files or a part of a page.

The colours are those of the page's light theme. Inside a page each becomes a CSS variable, so that one
drawing serves the light and the dark theme.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.typing import RcKeyType

INK = "#1d2733"
MUTED = "#6a7685"
LINE = "#dce2e9"
PAPER = "#fefefe"
BEFORE = "#93a1b1"
AFTER = "#0b7a75"
WARM = "#c8553d"
PARTS = {
    "desktop": "#c3ccd6",
    "start": "#8ea9bd",
    "act": "#4aa7a2",
    "observe": "#e3b04b",
    "think": "#a99bd0",
    "judge": "#a9bf7c",
    "update": "#e08a76",
}
VARIABLES: Mapping[str, str] = {
    INK: "ink",
    MUTED: "muted",
    LINE: "line",
    PAPER: "paper",
    BEFORE: "before",
    AFTER: "after",
    WARM: "warm",
} | {colour: f"part-{name}" for name, colour in PARTS.items()}

_SETTINGS: dict[RcKeyType, Any] = {
    "svg.fonttype": "none",
    "font.family": ["sans-serif"],
    "font.size": 9.0,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": PAPER,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.major.size": 0.0,
    "ytick.major.size": 0.0,
    "grid.color": LINE,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "lines.solid_capstyle": "round",
}


# What a page has no use for: descriptions, namespaces, fixed sizes, fonts of its own.
_NOISE = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"<metadata>.*?</metadata>",
        r"<style .*?</style>",
        r' xmlns(?::\w+)?="[^"]*"',
        r' (?:width|height)="[\d.]+pt"',
        r" font-family: [^;\"]*;",
    )
)


@contextmanager
def look() -> Iterator[None]:
    """The settings under which a figure is drawn and written."""
    with matplotlib.rc_context(_SETTINGS):
        yield


def canvas(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """An empty figure of so many inches, with its axes row by row; it belongs to no window system."""
    figure = Figure(figsize=(width, height), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False)
    return figure, [axes for row in grid for axes in row]


def png(figure: Figure, dpi: int = 200) -> bytes:
    """The figure as a PNG, by default of twice the usual density."""
    return _drawn(figure, "png", dpi=dpi)


def inline(figure: Figure, salt: str) -> str:
    """The figure as an `<svg>` element for a page: themed, as wide as its place, its ids made of `salt`."""
    with matplotlib.rc_context({"svg.hashsalt": salt}):
        text = _drawn(figure, "svg", metadata={"Date": None}, transparent=True).decode()
    text = text[text.index("<svg") :]
    for noise in _NOISE:
        text = noise.sub("", text)
    used = set(re.findall(r"#([\w.]+)", text))
    text = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", text)
    for colour, name in VARIABLES.items():
        text = text.replace(colour, f"var(--{name})")
    return text


def _drawn(figure: Figure, kind: str, **options: Any) -> bytes:
    with look(), warnings.catch_warnings():
        # A name may use letters that the font of the figures lacks; they come out as boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        buffer = io.BytesIO()
        figure.savefig(buffer, format=kind, **options)
    return buffer.getvalue()
