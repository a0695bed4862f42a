"""`report.html`: the report for people, one file that asks the network for nothing.

Everything that comes from models, tasks or desktops is escaped by the template; only our own figures and
style sheet are put in as they are.
"""

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scalecua.config.dump import to_toml
from scalecua.config.tree import Config
from scalecua.evaluate.plain import plain
from scalecua.recipe.evaluation import KINDS
from scalecua.recipe.figures import Figures
from scalecua.recipe.stories import Stories

TEMPLATES = Path(__file__).parent / "templates"
NAME = 60
Report = Mapping[str, Any]


def render(report: Report, figures: Figures, stories: Stories, config: Config, name: str) -> str:
    """The page of a report under the title `name`."""
    return (
        environment()
        .get_template("report.html")
        .render(
            name=_name(name),
            css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
            report=report,
            facts=_facts(report),
            rows=headline(report),
            flips=_flips(report),
            trained=_templates(report, unseen=False),
            unseen=_templates(report, unseen=True),
            figures=figures,
            stories=stories,
            pace=_pace(report["time"]),
            failures=sorted(report["counts"]["failures"].items()),
            config=to_toml(config),
        )
    )


def environment() -> Environment:
    """What fills in the templates."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"number": _number, "signed": _signed, "base64": _base64, "name": _name}
    return made


def headline(report: Report) -> list[dict[str, Any]]:
    """A row a way to measure: its `label`, the rates `before` and `after` (None: not yet), and `paired`."""
    return [
        {
            "label": kind.label.capitalize(),
            "before": before,
            "after": report.get(kind.evaluation("after")),
            "paired": report["paired"].get(kind.name),
        }
        for kind in KINDS
        if (before := report.get(kind.evaluation("before"))) is not None
    ]


def clock(seconds: float) -> str:
    """Like `45 s`, `12 min 03 s` or `3 h 07 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def _facts(report: Report) -> list[str]:
    curve, training = report["learning_curve"], report["time"]["training"]
    facts = [f"{len(curve)} updates", f"{training['episodes']:,} training episodes", clock(report["seconds"])]
    return [*facts, f"seed {report['seed']}", f"ScaleCUA {report['version']}"]


def _flips(report: Report) -> str:
    pair = report["paired"].get("sampled")
    if not pair or not pair["n"]:
        return ""
    return (
        f"Sampled, {pair['won']} held-out episodes lost before were won after, {pair['lost']} the other way."
    )


def _templates(report: Report, *, unseen: bool) -> list[dict[str, Any]]:
    """A row a template, in the order of their names."""
    sides: dict[str, Mapping[str, Any]] = {}
    for kind in KINDS:
        if kind.unseen == unseen:
            greedy = "greedy_" * kind.greedy
            for when in ("before", "after"):
                sides[f"{greedy}{when}"] = report["by_template"].get(kind.evaluation(when), {})
    names = sorted({name for rates in sides.values() for name in rates})
    return [
        {"name": _name(name), "n": sides["before"].get(name, {"n": 0})["n"]}
        | {side: rates.get(name) for side, rates in sides.items()}
        for name in names
    ]


def _pace(time: Mapping[str, Any]) -> str:
    """Episodes a minute, with and without the updates."""
    training, before = time["training"], time["before"]
    told = []
    if training["episodes_per_minute"]:
        told.append(
            f"Training played {training['episodes_per_minute']:.0f} episodes a minute, updates included "
            f"({time['update']:.0f} s of {training['seconds']:.0f} s)."
        )
    if before["episodes_per_minute"]:
        told.append(f"The evaluation before it played {before['episodes_per_minute']:.0f} a minute.")
    told.append("Several desktops work at once, so their seconds add up to more than the clock's.")
    return " ".join(told)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _name(text: str) -> str:
    return plain(text, NAME)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
