"""The figures of a report: as files for anybody's README, and as parts of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup
from matplotlib.figure import Figure

from scalecua.evaluate.figures import curve, frontier, timing
from scalecua.evaluate.figures import headline as rates
from scalecua.evaluate.figures.style import inline, png
from scalecua.evaluate.frontier import mean_success

Report = Mapping[str, Any]
# On a page its panels stand one by one.
CURVE = "learning-curve"


@dataclass(frozen=True, slots=True)
class Figures:
    """By name, only those for which there is something to show.

    `inline` is SVG for a page, `panels` the learning curve's, one a quantity; `files` PNG by file name.
    """

    inline: Mapping[str, Markup] = field(default_factory=dict)
    panels: Mapping[str, Markup] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


def draw(report: Report, rows: Sequence[Mapping[str, Any]]) -> Figures:
    """Draw what the report has; `rows` are its headline's."""
    moved, time = report["frontier"], report["time"]
    drawn: dict[str, Figure] = {}
    panels: dict[str, Figure] = {}
    if measured := [(row["label"], row["before"], row["after"]) for row in rows if row["after"]]:
        drawn["success"] = rates.headline(measured)
    if report["learning_curve"]:
        skill = [mean_success(column) for column in moved["ema"]]
        given = report["learning_curve"], skill, report.get("success_before"), report.get("success_after")
        panels, drawn[CURVE] = curve.panels(*given), curve.together(*given)
    if moved["ema"]:
        drawn["frontier"] = frontier.frontier(moved)
    if time["per_episode"]:
        drawn["time"] = timing.timing(time)
    return Figures(
        inline={name: Markup(inline(drawn[name], name)) for name in drawn if name != CURVE},
        panels={name: Markup(inline(figure, name)) for name, figure in panels.items()},
        files={f"{name}.png": png(figure) for name, figure in drawn.items()},
    )
