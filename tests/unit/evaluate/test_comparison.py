"""Two policies are compared on the tasks they share, and on nothing else."""

from dataclasses import dataclass

import pytest

from scalecua.evaluate.comparison import compare


@dataclass(frozen=True)
class Row:
    task_id: str
    index: int
    success: bool


def rows(**tasks: str) -> list[Row]:
    """`a="10"`: the first pass of task a was won, the second lost."""
    return [
        Row(task, index, won == "1") for task, passes in tasks.items() for index, won in enumerate(passes)
    ]


def test_the_difference_is_that_of_the_shared_tasks() -> None:
    found = compare(rows(a="0", b="0", c="1", only="1"), rows(a="1", b="0", c="1", other="0"), 0)
    assert found["mean"] == pytest.approx(1 / 3)
    assert (found["n"], found["won"], found["lost"]) == (3, 1, 0)
    assert 0 <= found["low"] <= found["mean"] <= found["high"] <= 1


def test_passes_of_a_task_are_one_pair() -> None:
    found = compare(rows(a="10", b="0"), rows(a="11", b="1"), 0)
    assert (found["mean"], found["n"]) == (pytest.approx(0.75), 2)
    assert (found["won"], found["lost"]) == (2, 0)


def test_gains_and_losses_that_cancel_are_told_apart() -> None:
    found = compare(rows(a="1", b="0"), rows(a="0", b="1"), 0)
    assert (found["mean"], found["won"], found["lost"]) == (0.0, 1, 1)
    assert found["low"] < 0 < found["high"]


def test_the_same_seed_gives_the_same_interval() -> None:
    before, after = rows(a="0", b="1", c="0"), rows(a="1", b="1", c="0")
    assert compare(before, after, 4) == compare(before, after, 4)


def test_where_nothing_is_shared_there_is_no_difference() -> None:
    assert compare(rows(a="1"), rows(b="1"), 0)["mean"] is None
