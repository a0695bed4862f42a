"""The starter pool: many distinct variants, the same ones every time, in splits that never meet."""

import json

import pytest

from scalecua.core.errors import TaskError
from scalecua.tasks.lint import problems
from scalecua.tasks.starter import TEMPLATES, tasks


def content(task: object) -> str:
    return json.dumps([task.instruction, task.setup, task.judge], sort_keys=True)  # type: ignore[attr-defined]


def test_it_covers_five_applications() -> None:
    apps = {app for task in tasks("train", 1, 0) for app in task.apps}
    assert apps == {"yad", "zenity", "mousepad", "xfce4-terminal", "thunar"}
    assert len(TEMPLATES) >= 8


@pytest.mark.parametrize("template", TEMPLATES)
def test_variants_are_many_distinct_and_sound(template: str) -> None:
    train, heldout = tasks("train", 60, 3, (template,)), tasks("heldout", 60, 3, (template,))
    assert len({content(task) for task in train + heldout}) == 120
    assert len({task.id for task in train + heldout}) == 120
    for task in train + heldout:
        assert problems(task) == ()
        assert len(task.instruction.split()) <= 12
        steps = task.metadata["solution"]["steps"]
        assert len(steps) + 1 <= task.max_turns <= 6
        assert task.record == task.metadata["template"] == template
        assert task.snapshot == "default"


def test_the_same_arguments_give_the_same_tasks_and_a_prefix() -> None:
    assert tasks("train", 5, 1) == tasks("train", 5, 1)
    few, many = tasks("train", 2, 1, ("list",)), tasks("train", 9, 1, ("list",))
    assert few == many[:2]
    assert tasks("train", 5, 1) != tasks("train", 5, 2)


def test_splits_never_meet_whatever_the_seeds() -> None:
    train = {task.id for seed in range(4) for task in tasks("train", 30, seed)}
    heldout = {task.id for seed in range(4, 8) for task in tasks("heldout", 30, seed)}
    assert not train & heldout


def test_asking_for_more_than_there_is_says_so() -> None:
    with pytest.raises(TaskError, match=r"template setting|ask for fewer"):
        tasks("train", 10**6, 0, ("nothing",) if "nothing" in TEMPLATES else ("setting",))
