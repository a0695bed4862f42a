"""Success rates leave infrastructure failures out of every mean, and count them by class."""

from dataclasses import dataclass

import pytest

from scalecua.core.task import Task
from scalecua.evaluate.summary import summarise
from scalecua.tasks.fingerprint import task_set


@dataclass(frozen=True)
class Row:
    record: str
    success: bool | None
    status: str = "done"
    failure: str = ""


def test_failed_episodes_are_counted_and_stand_in_no_mean() -> None:
    rows = [Row("a", True), Row("a", False), Row("b", True), Row("b", None, "failed", "hang")]
    found = summarise(rows)
    assert found["success"]["mean"] == pytest.approx(2 / 3)
    assert found["success"]["n"] == 3
    assert found["by_template"]["b"]["mean"] == 1.0
    assert found["failures"] == {"hang": 1}
    assert found["status"] == {"done": 3, "failed": 1}


def test_the_interval_encloses_the_mean_and_is_open_at_neither_end() -> None:
    found = summarise([Row("a", True)] * 8)["success"]
    assert found["low"] < found["mean"] == found["high"] == 1.0


def test_nothing_scored_has_no_mean() -> None:
    assert summarise([Row("a", None, "failed", "crash")])["success"] == {
        "mean": None,
        "low": None,
        "high": None,
        "n": 0,
    }


def task(instruction: str, identity: str = "t") -> Task:
    return Task(identity, instruction, "d", (), "default", (), {"func": "x"}, 3, "test")


def test_a_task_set_is_named_by_its_content_and_not_its_order() -> None:
    one, two = task("do", "1"), task("do", "2")
    assert task_set([one, two]) == task_set([two, one])
    assert task_set([one, two]) != task_set([one, task("do it", "2")])
