"""The early warning: silent while a run learns, and soon there when it falls apart."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from scalecua.algo.warning import Collapse, EarlyWarning, Off

Rows = list[dict[str, float]]


def history(
    entropy: Sequence[float],
    kl: Sequence[float] | float = 0.04,
    invalid: Sequence[float] | float = 0.04,
    success: Sequence[float] | float = 0.5,
    passes: Sequence[float] | float = 3.0,
    overall: Sequence[float] | float = 0.5,
    unknown: Sequence[float] | float = 0.0,
) -> Rows:
    columns = {"kl": kl, "invalid_fraction": invalid, "success": success, "passes": passes}
    columns |= {"policy_success": overall, "records_unknown": unknown}
    rows: Rows = [{"update": float(i), "entropy": value} for i, value in enumerate(entropy)]
    for name, column in columns.items():
        for row, value in zip(rows, np.broadcast_to(column, len(rows)), strict=True):
            row[name] = float(value)
    return [{**row, "kl_stopped": float(row["passes"] < 3)} for row in rows]


def first_alarm(rows: Rows) -> int | None:
    """The number of updates after which the run is stopped."""
    return next((n for n in range(len(rows) + 1) if Collapse()(rows[:n]) is not None), None)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(20, 80), st.floats(0.2, 3.0), st.floats(0.45, 1.1))
def test_a_healthy_run_is_left_alone(seed: int, updates: int, entropy: float, end: float) -> None:
    """Entropy drifts to between half and a little more of what it was, success is noisy, KL stays small."""
    rng = np.random.default_rng(seed)
    drift = np.linspace(1, end, updates) * np.exp(rng.normal(0, 0.05, updates))
    rows = history(
        entropy=list(entropy * drift),
        kl=list(rng.uniform(0.01, 0.1, updates)),
        invalid=list(rng.uniform(0, 0.12, updates)),
        success=list(np.clip(np.linspace(0.5, 0.75, updates) + rng.uniform(-0.15, 0.15, updates), 0, 1)),
        passes=list(rng.choice([1.0, 2.0, 3.0], updates)),
        overall=list(np.linspace(0.4, 0.75, updates) + rng.uniform(-0.05, 0.05, updates)),
    )
    assert first_alarm(rows) is None


def test_a_policy_that_masters_its_tasks_may_become_certain() -> None:
    rows = history(entropy=list(np.linspace(0.75, 0.01, 60)), success=list(np.linspace(0.5, 0.99, 60)))
    assert first_alarm(rows) is None


def test_a_slide_over_all_tasks_stops_a_run_though_its_batches_stay_half_won() -> None:
    sliding = [0.4, 0.42, 0.41, 0.36, 0.32, 0.29, 0.28, 0.26, 0.25]
    rows = history(entropy=[0.7] * 9, overall=sliding)
    assert first_alarm(rows) == 8
    alarm = Collapse()(rows[:8])
    assert alarm is not None
    assert alarm.since == 5
    assert "success over all tasks slid to 0.26 (0.42 at its best)" in alarm.reason


def test_success_over_more_tasks_than_before_is_no_slide() -> None:
    unknown = [12.0, 8.0, 3.0, *[0.0] * 6]
    rows = history(entropy=[0.7] * 9, overall=[0.8, 0.6, 0.45, *[0.4] * 6], unknown=unknown)
    assert first_alarm(rows) is None


def test_certainty_while_success_falls_is_a_collapse() -> None:
    fading = [0.75] * 5 + [0.5, 0.3, 0.15, 0.1, 0.05, 0.02]
    rows = history(entropy=fading, success=[0.5] * 5 + [0.45, 0.4, 0.3, 0.2, 0.1, 0.0])
    assert first_alarm(rows) == 10
    alarm = Collapse()(rows[:10])
    assert alarm is not None
    assert alarm.since == 7
    assert "entropy fell to 0.05" in alarm.reason
    assert "success was 0.45 before and is 0.10 now" in alarm.reason


@pytest.mark.parametrize(
    ("sign", "told"),
    [
        ({"entropy": [0.75, 0.8, 2.4, 3.6, 4.0]}, "entropy rose to 4.00 nats a token"),
        ({"invalid": [0.05, 0.4, 0.6, 0.8, 0.9]}, "90% of the turns were no valid action (5% at the start)"),
        ({"kl": [0.3, 0.9, 0.8, 1.0, 0.7]}, "the policy moved 0.70 nats a token from the one sampled"),
        ({"passes": [2 / 3, 1 / 3, 2 / 3, 1 / 3, 0]}, "learner.kl_stop ended the update after 0.00 passes"),
    ],
)
def test_each_sign_stops_a_run_within_five_updates_and_is_named(
    sign: dict[str, list[float]], told: str
) -> None:
    rows = history(**{"entropy": [0.75] * 5, "success": [0.54, 0.5, 0.2, 0.1, 0.02], **sign})
    stopped = first_alarm(rows)
    assert stopped is not None
    assert stopped <= 5
    alarm = Collapse()(rows)
    assert alarm is not None
    assert told in alarm.reason
    assert re.search(r"success was 0\.[45]\d before and is 0\.02 now", alarm.reason)
    assert "lower learner.lr" in alarm.reason
    assert re.fullmatch(r"[^.]*(\d\.\d+[^.]*|learner\.\w+[^.]*)+", alarm.reason), "one sentence"


def test_a_certain_policy_that_becomes_less_certain_as_it_learns_is_left_alone() -> None:
    """A run on live desktops: entropy wanders between a half and nine times what it was."""
    entropy = [0.143, 0.086, 0.071, 0.07, 0.266, 0.165, 0.23, 0.31, 0.862, 0.297, 0.17, 0.196, 0.664, 0.217,
               0.151, 0.516, 0.356, 0.401]  # fmt: skip
    success = [0.281, 0.484, 0.625, 0.562, 0.516, 0.406, 0.438, 0.578, 0.469, 0.375, 0.531, 0.531, 0.438,
               0.359, 0.688, 0.609, 0.531, 0.609]  # fmt: skip
    passes = [3, 2.667, 3, 3, 2.667, 3, 2.333, 2.333, 2, 3, 2.667, 3, 3, 3, 3, 3, 2.667, 2.667]
    assert first_alarm(history(entropy, success=success, passes=passes, invalid=0.14, kl=0.026)) is None


def test_trouble_must_last() -> None:
    jumps = [0.04, 0.5, 0.6, 0.04, 0.7, 0.5, 0.04]
    rows = history(entropy=[0.75] * 7, kl=jumps)
    assert first_alarm(rows) is None
    assert Collapse().sound(rows) == 7
    assert Collapse().sound(rows[:6]) == 4
    assert Collapse(patience=2)(rows[:6]) is not None


def test_different_signs_in_a_row_add_up() -> None:
    rows = history(entropy=[0.75] * 5, kl=[0.04, 0.5, 0.04, 0.04, 0.04], passes=[3, 3, 0.5, 3, 3],
                   invalid=[0.04, 0.04, 0.04, 0.6, 0.04])  # fmt: skip
    assert first_alarm(rows) == 4


def test_a_policy_that_never_could_is_not_a_collapse() -> None:
    assert first_alarm(history(entropy=[6.4] * 30, invalid=1.0, success=0.0)) is None


def test_a_low_entropy_that_doubles_is_noise() -> None:
    assert first_alarm(history(entropy=[0.05] * 4 + [0.12, 0.13, 0.15, 0.2])) is None


@given(st.integers(0, 2**32), st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_what_it_says_of_the_past_does_not_change(seed: int, updates: int) -> None:
    rng = np.random.default_rng(seed)
    rows = history(
        entropy=list(rng.uniform(0, 3, updates)),
        kl=list(rng.uniform(0, 0.4, updates)),
        invalid=list(rng.uniform(0, 0.6, updates)),
        success=list(rng.uniform(0, 1, updates)),
    )
    warning = Collapse()
    for end in range(1, updates + 1):
        alarm, sound = warning(rows[:end]), warning.sound(rows[:end])
        assert (alarm is None) == (end - sound < warning.patience)
        assert alarm is None or alarm.since == sound
        if sound < end:
            assert warning.sound(rows[: end - 1]) == min(sound, end - 1)


def test_the_union_is_the_registry() -> None:
    adapter: TypeAdapter[EarlyWarning] = TypeAdapter(EarlyWarning)
    assert adapter.validate_python({"kind": "collapse", "patience": 5}) == Collapse(patience=5)
    off = adapter.validate_python({"kind": "off"})
    rows = history(entropy=[0.75] * 9, kl=5.0)
    assert off == Off()
    assert off(rows) is None
    assert off.sound(rows) == 9
