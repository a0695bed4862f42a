"""A person sees where the run is, on a terminal and in a log, and nothing twice."""

import asyncio
import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from rich.console import Console

from scalecua.launch.moment import Moment
from scalecua.launch.progress import show
from scalecua.launch.view import line, panel, spark
from scalecua.store.live import Standing

ROWS = [
    {"update": at, "success": 0.25 * at, "reward_mean": 0.4, "entropy": 0.61, "kl": 0.0123} for at in range(4)
]
TRAINING = Moment("training", 4.5, 12, "", None, ROWS, 9.4, 7, 8, 2, 192.0, 500.0, False)
BEFORE = replace(
    TRAINING,
    phase="before",
    done=64,
    total=256,
    evaluating="held-out variants, sampled",
    measured=Standing(128, 64, 60, 30),
    rows=[],
    left_s=None,
)


def rendered(now: Moment) -> str:
    console = Console(file=io.StringIO(), width=110, force_terminal=True, color_system=None)
    console.print(panel(now, "demo"))
    written = console.file
    assert isinstance(written, io.StringIO)
    return written.getvalue()


def test_a_line_says_all_of_an_update() -> None:
    assert line(TRAINING) == (
        "[03:12]  update 4/12  success 0.75  reward 0.40  entropy 0.61  KL 0.0123  "
        "9.4 turns/s  7/8 desktops busy  2 failures  about 8 min left"
    )


def test_an_evaluation_is_counted_in_episodes() -> None:
    told = line(replace(BEFORE, left_s=40.0, phase_only=True)).split("  ")
    assert told[1:4] == [
        "evaluating before training",
        "64/256 episodes",
        "held-out variants, sampled: success 0.50 so far",
    ]
    assert told[-1] == "less than a minute left of this evaluation"


@pytest.mark.parametrize(
    "now", [TRAINING, BEFORE, replace(BEFORE, phase="starting", done=0, total=0, measured=None)]
)
def test_the_panel_of_any_moment_fits_its_lines(now: Moment) -> None:
    text = rendered(now)
    assert "demo" in text
    assert "7/8 desktops busy" in text
    assert len(text.splitlines()) == 4


def test_the_panel_shows_the_phase_and_how_far_it_is() -> None:
    text = rendered(TRAINING)
    assert "✓ before" in text
    assert "● training" in text
    assert "4/12 updates" in text
    assert spark([0.0, 0.5, 1.0]) == "▁▅█"


async def test_a_log_has_one_line_an_update_that_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scalecua.launch.progress.LOOK_S", 0.0)
    moments: Iterator[Moment] = iter([replace(TRAINING, rows=ROWS[:count]) for count in (1, 1, 1, 3, 3, 4)])
    console = Console(file=io.StringIO(), width=200)

    async def look() -> Moment:
        try:
            return next(moments)
        except StopIteration:
            raise asyncio.CancelledError from None

    with pytest.raises(asyncio.CancelledError):
        await show(look, "demo", console)
    written = console.file
    assert isinstance(written, io.StringIO)
    assert [told.split("  ")[1] for told in written.getvalue().splitlines()] == [
        "update 2/12",
        "update 3/12",
        "update 4/12",
    ]
