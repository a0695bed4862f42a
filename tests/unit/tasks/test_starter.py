"""The starter pool: many distinct variants, the same ones every time, in splits that never meet."""

import json
from contextlib import suppress
from random import Random

import pytest

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.tasks.lint import problems
from scalecua.tasks.starter import TEMPLATES, tasks
from scalecua.tasks.starter.template import Split, Template, Variant

SPLITS: tuple[Split, ...] = ("train", "heldout")


def content(task: Task) -> str:
    return json.dumps([task.instruction, task.setup, task.judge], sort_keys=True)


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


def draw(rng: Random) -> Variant:
    return Variant(f"Say {rng.randrange(8)}.", (), {"func": "infeasible"}, ())


def test_asking_for_more_than_there_is_says_so() -> None:
    few = Template("few", "none", (), 3, draw)
    with pytest.raises(TaskError, match=r"template few has . variants in train; ask for fewer"):
        list(few.tasks("train", 0))
    found = {task.instruction for split in SPLITS for task in drain(few, split)}
    assert found == {f"Say {number}." for number in range(8)}


def drain(template: Template, split: Split) -> list[Task]:
    found = []
    with suppress(TaskError):
        for task in template.tasks(split, 0):
            found.append(task)
    return found
