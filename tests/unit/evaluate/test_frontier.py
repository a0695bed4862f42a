"""The frontier's way is eq. 1 repeated over the groups in the order of their closing."""

from dataclasses import dataclass

import pytest

from scalecua.evaluate.figures.frontier import COLUMNS, binned
from scalecua.evaluate.frontier import mean_success, replay


@dataclass(frozen=True)
class Group:
    record: str
    draw: int
    scored: int
    successes: int


def test_a_draw_shows_the_rates_after_its_groups() -> None:
    moved = replay([Group("a", 0, 4, 2), Group("a", 1, 4, 4), Group("b", 1, 0, 0)], 0.2)
    assert moved["records"] == ["a", "b"]
    assert moved["ema"] == [[0.5, None], [pytest.approx(0.6), None]]
    assert moved["drawn"] == [[1, 0], [1, 1]]


def test_groups_that_overtake_an_earlier_draw_count_with_it() -> None:
    moved = replay([Group("a", 1, 2, 2), Group("a", 0, 2, 0), Group("a", 2, 2, 2)], 0.5)
    assert [column[0] for column in moved["ema"]] == [0.5, 0.5, 0.75]
    assert moved["drawn"] == [[1], [1], [1]]


def test_an_initial_pass_comes_before_the_first_draw() -> None:
    moved = replay([Group("a", -1, 4, 4), Group("b", -1, 4, 0), Group("a", 0, 4, 0)], 0.5)
    assert moved == {"records": ["a", "b"], "ema": [[0.5, 0.0]], "drawn": [[1, 0]]}


def test_nothing_closed_has_no_way() -> None:
    assert replay([], 0.2) == {"records": [], "ema": [], "drawn": []}


def test_the_mean_is_over_what_is_known() -> None:
    assert mean_success([None, 0.5, 1.0]) == 0.75
    assert mean_success([None]) is None


@pytest.mark.parametrize("draws", [1, COLUMNS, COLUMNS + 1, 1000])
def test_long_runs_keep_every_draw_in_fewer_columns(draws: int) -> None:
    rates, drawn, width = binned([[at / draws] for at in range(draws)], [[1]] * draws)
    assert len(rates) == len(drawn) <= COLUMNS
    assert sum(column[0] for column in drawn) == draws
    assert rates[-1] == [(draws - 1) / draws]
    assert width * len(rates) >= draws
