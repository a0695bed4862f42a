"""Tasks on disk: what is saved is what is loaded, and what is wrong is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.tasks.folder import load, save
from scalecua.tasks.starter import tasks
from scalecua.tasks.steps.parse import parse

OSWORLD: dict[str, Any] = {
    "id": "x-1",
    "snapshot": "os",
    "instruction": "Do it",
    "source": ["a", "b"],
    "config": [{"type": "sleep", "parameters": {"seconds": 1}}],
    "trajectory": "trajectories/",
    "related_apps": ["os"],
    "evaluator": {"func": "infeasible"},
    "proxy": False,
}


def write(folder: Path, document: Any, name: str = "task.json") -> Path:
    file = folder / name
    file.write_text(document if isinstance(document, str) else json.dumps(document))
    return file


def normal(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_starter_tasks_survive_a_round_trip(tmp_path: Path) -> None:
    for number, task in enumerate(tasks("train", 1, 0)):
        save(task, tmp_path / str(number))
        back = load(tmp_path / str(number))
        assert back.id == task.id
        assert (back.instruction, back.snapshot, back.max_turns) == (
            task.instruction,
            task.snapshot,
            task.max_turns,
        )
        assert (back.apps, back.domain, back.source) == (task.apps, task.domain, task.source)
        assert normal(back.setup) == normal(task.setup)
        assert normal(back.judge) == normal(task.judge)
        assert normal(back.metadata) == normal(task.metadata)


def test_an_osworld_file_loads_and_keeps_its_other_fields(tmp_path: Path) -> None:
    task = load(write(tmp_path, OSWORLD, "x-1.json"))
    assert (task.domain, task.source, task.max_turns) == ("os", "a b", 50)
    assert task.metadata["extra"] == {"trajectory": "trajectories/", "proxy": False}
    save(task, tmp_path / "again")
    assert load(tmp_path / "again") == task


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"instruction": None}, ["instruction"]),
        ({"instruction": ""}, ["instruction"]),
        ({"evaluator": []}, ["evaluator", "[]"]),
        ({"max_turns": 0}, ["max_turns", "0"]),
        ({"config": [{"type": "sleep", "params": {}}]}, ["config.0.params"]),
        ({"related_apps": "os"}, ["related_apps", "'os'"]),
    ],
)
def test_a_wrong_field_is_named_with_file_and_value(
    tmp_path: Path, change: dict[str, Any], parts: list[str]
) -> None:
    file = write(tmp_path, {**OSWORLD, **change})
    with pytest.raises(TaskError) as caught:
        load(tmp_path)
    assert [part for part in (str(file), *parts) if part not in str(caught.value)] == []


@pytest.mark.parametrize("field", ["id", "instruction", "evaluator"])
def test_a_missing_field_is_named(tmp_path: Path, field: str) -> None:
    file = write(tmp_path, {key: value for key, value in OSWORLD.items() if key != field})
    with pytest.raises(TaskError, match=f"{file}.*'{field}' is missing"):
        load(file)


@pytest.mark.parametrize("text", ["{", "[]", "3"])
def test_a_file_that_is_no_object_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(TaskError, match=r"task\.json"):
        load(write(tmp_path, text))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"nowhere"):
        load(tmp_path / "nowhere")


def test_a_wrong_solution_is_named(tmp_path: Path) -> None:
    write(tmp_path, OSWORLD)
    write(tmp_path, {"steps": [{"kind": "fly"}]}, "solution.json")
    with pytest.raises(TaskError, match=r"solution\.json.*steps\.0"):
        load(tmp_path)


async def test_local_files_become_part_of_the_task(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.bin").write_bytes(b"\x00\xff")
    upload = {"type": "upload_file", "parameters": {"files": [{"local_path": "assets/a.bin", "path": "/a"}]}}
    write(tmp_path, {**OSWORLD, "config": [upload]})
    (step,) = parse(load(tmp_path).setup)
    assert [await file.bytes() for file in step.files] == [b"\x00\xff"]  # type: ignore[attr-defined]


def test_a_local_path_outside_the_folder_is_refused(tmp_path: Path) -> None:
    files = [{"local_path": "../secret", "path": "/a"}]
    write(tmp_path, {**OSWORLD, "config": [{"type": "upload_file", "parameters": {"files": files}}]})
    with pytest.raises(TaskError, match="inside"):
        load(tmp_path)
