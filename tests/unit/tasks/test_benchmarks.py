"""OSWorld's and ScienceBoard's task files load as they are, and all that they name resolves."""

import os
from collections import Counter
from pathlib import Path

import pytest

from scalecua.core.task import Task
from scalecua.tasks.evaluator import parse
from scalecua.tasks.find import every
from scalecua.tasks.lint import problems
from scalecua.tasks.review.review import review
from scalecua.tasks.runnable import runnable

DATA = Path(os.environ.get("SCALECUA_TASK_DATA") or Path(__file__).parents[4] / "shared" / "data")


def tasks(name: str) -> list[Task]:
    if not (DATA / name).is_dir():
        pytest.skip(f"there are no task files in {DATA / name}; SCALECUA_TASK_DATA names their folder")
    return [task for _, task in every([DATA / name])]


@pytest.mark.parametrize(("name", "count"), [("osworld", 369), ("scienceboard", 169)])
def test_every_file_loads_and_resolves(name: str, count: int) -> None:
    found = tasks(name)
    assert len({task.id for task in found}) == len(found) == count
    assert [(task.id, problem.text) for task in found for problem in problems(task)] == []


def test_osworlds_evaluators_are_read_whole() -> None:
    read = [parse(task.judge) for task in tasks("osworld")]
    many = [evaluator for evaluator in read if len(evaluator.checks) > 1]
    assert sum(evaluator.infeasible for evaluator in read) == 29
    assert Counter(evaluator.conj for evaluator in many) == {"or": 25, "and": 26}
    assert sum(bool(evaluator.postconfig) for evaluator in read) == 204
    assert sum(check.turned for evaluator in read for check in evaluator.checks) == 3


def test_what_does_not_run_here_has_a_reason() -> None:
    reasons = Counter(runnable(task).split(",")[0] for task in tasks("osworld"))
    assert reasons[""] > 200
    assert {"it needs the live web", "it needs VS Code", "it needs a Google account"} <= reasons.keys()


def test_osworlds_tasks_break_as_many_rules_as_are_known() -> None:
    told = Counter(remark.rule for _, remark in review(tasks("osworld")))
    assert told["no conjunction"] == 21
    assert told["credentials"] == 10
    assert told["absolute pixels"] == 2
    assert told["duplicate"] == 0
