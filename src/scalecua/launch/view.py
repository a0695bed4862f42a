"""A moment of a run in words: one plain line, or a few lines for a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from scalecua.launch.moment import Moment

NAMES = {
    "starting": "starting",
    "before": "evaluating before training",
    "initial": "measuring the training tasks",
    "training": "training",
    "after": "evaluating after training",
}
STEPS = ("before", "training", "after")
BLOCKS = "▁▂▃▄▅▆▇█"
SPARKS = 24
BAR = 36


def line(now: Moment) -> str:
    """One line for a log."""
    told = [f"[{clock(now.seconds)}]", NAMES[now.phase]]
    if now.phase == "training":
        told[1] = f"update {len(now.rows)}/{now.total}"
        told += [f"{label} {value}" for label, value in _metrics(now)]
    elif now.phase != "starting":
        told += [f"{int(now.done)}/{now.total} episodes", _measured(now)]
    told += [f"{now.turns_per_s:.1f} turns/s", f"{now.busy}/{now.desktops} desktops busy"]
    told += [f"{now.failures} failures", _left(now)]
    return "  ".join(part for part in told if part)


def panel(now: Moment, name: str) -> RenderableType:
    """The same over a few lines, with a bar for the phase."""
    head = Table.grid(expand=True)
    head.add_column(ratio=1)
    head.add_column(justify="right")
    head.add_row(_steps(now, name), Text(f"{clock(now.seconds)}  {_left(now)}".rstrip(), style="dim"))
    unit = "updates" if now.phase == "training" else "episodes"
    bar = Table.grid(padding=(0, 1))
    bar.add_row(
        "",
        ProgressBar(
            total=max(1, now.total),
            completed=now.done,
            width=BAR,
            complete_style="cyan",
            finished_style="green",
        ),
        f"{int(now.done)}/{now.total} {unit}" if now.total else "",
        Text(spark([row["success"] for row in now.rows if "success" in row]), style="cyan"),
    )
    facts = Text(" ")
    shown = _metrics(now) if now.phase == "training" else [("", _measured(now))] if _measured(now) else []
    shown += [("", f"{now.turns_per_s:.1f} turns/s"), ("", f"{now.busy}/{now.desktops} desktops busy")]
    for label, value in [*shown, ("failures", str(now.failures))]:
        facts.append(f"{label} " if label else "", style="dim").append(f"{value}  ")
    return Group(Text(), head, bar, facts)


def spark(values: Sequence[float]) -> str:
    """The last SPARKS shares, each in [0, 1], as one block."""
    return "".join(BLOCKS[min(7, int(value * 8))] for value in values[-SPARKS:])


def clock(seconds: float) -> str:
    """Minutes and seconds, like 03:07."""
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"


def _metrics(now: Moment) -> list[tuple[str, str]]:
    names = (
        ("success", "success", 2),
        ("reward", "reward_mean", 2),
        ("entropy", "entropy", 2),
        ("KL", "kl", 4),
    )
    newest = now.rows[-1] if now.rows else {}
    return [
        (label, f"{newest[key]:.{digits}f}") for label, key, digits in names if newest.get(key) is not None
    ]


def _measured(now: Moment) -> str:
    """How the evaluation under way goes so far."""
    found = now.measured
    if found is None or not found.scored:
        return ""
    return f"{now.evaluating}: success {found.successes / found.scored:.2f} so far"


def _left(now: Moment) -> str:
    """An estimate, said as roughly as it is known."""
    if now.left_s is None:
        return ""
    minutes = now.left_s / 60
    about = "less than a minute" if minutes < 1 else f"about {minutes:.0f} min"
    return f"{about} left" + (" of this evaluation" if now.phase_only else "")


def _steps(now: Moment, name: str) -> Text:
    text = Text()
    text.append(name, style="bold").append("  ")
    phase = "training" if now.phase == "initial" else now.phase
    at = STEPS.index(phase) if phase in STEPS else -1
    for number, step in enumerate(STEPS):
        mark = "✓" if number < at else "●" if number == at else "○"
        style = "green" if number < at else "bold cyan" if number == at else "dim"
        text.append(f" {mark} {NAMES[now.phase] if number == at else step} ", style=style)
    return text
