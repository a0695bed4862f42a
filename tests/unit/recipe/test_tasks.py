"""Which tasks a run takes, and what it refuses before anything starts."""

import pytest

from scalecua.config.load import load
from scalecua.core.errors import ConfigError
from scalecua.recipe.tasks import check_snapshots, heldout, training, unseen


def test_training_and_heldout_tasks_are_different_variants_of_the_same_templates() -> None:
    config = load([], ["tasks.variants=4", "evaluation.variants=3"])
    trained, held = training(config), heldout(config)
    assert {task.record for task in trained} == {task.record for task in held}
    assert not {task.id for task in trained} & {task.id for task in held}
    seen = {(task.instruction, repr(task.setup)) for task in trained}
    assert not seen & {(task.instruction, repr(task.setup)) for task in held}


def test_as_many_variants_of_each_template_held_out_are_looked_at() -> None:
    config = load([], ["tasks.variants=4", "evaluation.variants=3", "tasks.templates=['button']"])
    found = unseen(config)
    assert not {task.record for task in found} & {task.record for task in training(config)}
    assert len(found) == 3 * len({task.record for task in found}) > 3
    assert unseen(load([], ["tasks.source=folders"])) == ()


def test_templates_can_be_chosen_and_an_unknown_one_is_named() -> None:
    chosen = training(load([], ["tasks.templates=['button', 'entry']", "tasks.variants=2"]))
    assert [task.record for task in chosen] == ["button", "button", "entry", "entry"]
    for stranger in ("buton", "question"):
        with pytest.raises(ConfigError, match=rf"{stranger}.*choices.*button"):
            training(load([], [f"tasks.templates=['{stranger}']"]))


def test_folders_are_needed_where_they_are_the_source() -> None:
    with pytest.raises(ConfigError, match=r"tasks.folders"):
        training(load([], ["tasks.source=folders"]))


def test_a_task_without_its_snapshot_is_refused() -> None:
    config = load([], ["desktop.snapshots={other = {}}"])
    check_snapshots(load([]))
    with pytest.raises(ConfigError, match=r"default.*choices: other"):
        check_snapshots(config)
