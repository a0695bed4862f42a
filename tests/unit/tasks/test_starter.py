"""The starter pool: many distinct variants, the same ones every time, in splits that never meet."""

import json
import re
from contextlib import suppress
from random import Random

import pytest

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.policy.tokenizer import build
from scalecua.tasks.lint import problems
from scalecua.tasks.solution import parse, parse_slips
from scalecua.tasks.starter import TEMPLATES, TRAINED, UNSEEN, tasks
from scalecua.tasks.starter.template import Split, Template, Variant
from scalecua.tasks.starter.words import WORDS

SPLITS: tuple[Split, ...] = ("train", "heldout")
EVERY: tuple[Split, ...] = (*SPLITS, "unseen")


def content(task: Task) -> str:
    return json.dumps([task.instruction, task.setup, task.judge], sort_keys=True)


def test_it_covers_six_applications_and_holds_some_templates_out() -> None:
    apps = {app for task in tasks("train", 1, 0) for app in task.apps}
    assert apps == {"yad", "zenity", "mousepad", "xfce4-terminal", "thunar", "galculator"}
    assert len(TEMPLATES) >= 14
    assert set(TRAINED) | set(UNSEEN) == set(TEMPLATES)
    assert len(TRAINED) + len(UNSEEN) == len(TEMPLATES)
    assert len(UNSEEN) >= 3
    steps = {len(task.metadata["solution"]["steps"]) for task in tasks("train", 1, 0)}
    assert steps == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("template", TRAINED)
def test_variants_are_many_distinct_and_sound(template: str) -> None:
    train, heldout = tasks("train", 60, 3, (template,)), tasks("heldout", 60, 3, (template,))
    assert len({content(task) for task in train + heldout}) == 120
    assert len({task.id for task in train + heldout}) == 120
    for task in train + heldout:
        sound(task, template)


@pytest.mark.parametrize("template", UNSEEN)
def test_templates_held_out_have_variants_in_their_own_split_alone(template: str) -> None:
    found = tasks("unseen", 60, 3, (template,))
    assert len({content(task) for task in found}) == 60
    for task in found:
        sound(task, template)
    with pytest.raises(TaskError, match=rf"{template}.* no templates of train .*button"):
        tasks("train", 1, 3, (template,))
    with pytest.raises(TaskError, match=rf"button.* no templates of unseen .*{template}"):
        tasks("unseen", 1, 3, ("button",))


def sound(task: Task, template: str) -> None:
    """Nothing wrong on paper; room for the steps, the end and a slip; every click names its widget."""
    assert problems(task) == ()
    assert len(task.instruction.split()) <= 12
    solution = parse(task.metadata["solution"], task.id)
    steps = len(solution.steps)
    assert task.max_turns == steps + 1 + (2 if steps >= 4 else 1)
    assert all(step["find"]["name"] for step in task.metadata["solution"]["steps"] if "find" in step)
    assert all(slip.at < steps for slip in parse_slips(task.metadata["slips"], task.id))
    assert task.record == task.metadata["template"] == template
    assert task.snapshot == "default"


def test_what_takes_several_steps_can_be_done_wrong_and_mended() -> None:
    for task in tasks("train", 1, 0):
        assert task.metadata["slips"] or len(task.metadata["solution"]["steps"]) == 1


def test_every_word_of_every_instruction_is_one_token_and_so_is_what_a_solution_clicks() -> None:
    tokenizer = build()
    texts = [*WORDS, *(task.instruction for split in EVERY for task in tasks(split, 30, 0))]
    for split in EVERY:
        for task in tasks(split, 5, 0):
            found = (step.get("find", {}) for step in task.metadata["solution"]["steps"])
            texts += [node["name"] for node in found if node]
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text)}
    assert len(words) > len(WORDS)
    assert {word: len(tokenizer.encode(word).ids) for word in words} == dict.fromkeys(words, 1)


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
    few = Template("few", "none", (), draw)
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
