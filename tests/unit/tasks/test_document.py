"""Tasks of our own: the paper's fields, their schema, and folders that hold all of a task."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.tasks.assets import Assets
from scalecua.tasks.document import schema
from scalecua.tasks.example import example
from scalecua.tasks.find import find
from scalecua.tasks.folder import load, save
from scalecua.tasks.imported import imported
from scalecua.tasks.lint import problems
from scalecua.tasks.steps.file import inline

VALIDATION = {
    "judger": True,
    "judger_score": 0.9,
    "rules": True,
    "execution": True,
    "attacks": {"null": {"attacks": 1, "held": 1}},
    "suggestions": ["name the sheet"],
}
DOCUMENT: dict[str, Any] = {
    "$schema": "task.schema.json",
    "id": "t",
    "new_id": "t_harder",
    "instruction": "i",
    "evaluator": {"func": "infeasible"},
    "metadata": {"explanation": "e", "difficulty": "hard", "estimated_steps": 4, "parents": ["s"]},
    "validation": VALIDATION,
    "proxy": False,
}


def written(folder: Path, **fields: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "task.json").write_text(json.dumps({**DOCUMENT, **fields}))
    return folder


def test_the_papers_fields_are_kept(tmp_path: Path) -> None:
    task = load(written(tmp_path / "a"))
    assert task.metadata["new_id"] == "t_harder"
    assert task.metadata["validation"] == VALIDATION
    assert task.metadata["difficulty"] == "hard"
    assert task.metadata["extra"] == {"proxy": False}
    save(task, tmp_path / "b")
    assert load(tmp_path / "b") == task


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"validation": {"jugder": True}}, "jugder"),
        ({"validation": {"judger_score": 2}}, "judger_score"),
        ({"metadata": {"difficulty": "very"}}, "difficulty"),
        ({"metadata": {"estimated_steps": -1}}, "estimated_steps"),
        ({"new_id": 3}, "new_id"),
    ],
)
def test_a_wrong_field_is_named(tmp_path: Path, fields: dict[str, Any], told: str) -> None:
    with pytest.raises(TaskError, match=told):
        load(written(tmp_path, **fields))


def test_the_example_is_sound_and_of_the_schemas(tmp_path: Path) -> None:
    task = example("mine")
    assert problems(task) == ()
    save(task, tmp_path / "mine")
    assert load(tmp_path / "mine") == task
    for kind in ("task", "solution"):
        document = json.loads((tmp_path / "mine" / f"{kind}.json").read_text())
        jsonschema.validate(document, schema(kind))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"id": "x"}, schema("task"))


def test_what_a_task_carries_lies_beside_it(tmp_path: Path) -> None:
    files = [{"path": f"/{place}/a.txt", "content": inline(place.encode())} for place in ("x", "y")]
    upload = {"type": "upload_file", "parameters": {"files": [*files, files[0]]}}
    task = replace(example("carrier"), setup=(upload,))
    save(task, tmp_path)
    assert sorted(one.name for one in (tmp_path / "assets").iterdir()) == ["a-2.txt", "a.txt"]
    assert "content" not in (tmp_path / "task.json").read_text()
    assert load(tmp_path) == task


def osworld(folder: Path, name: str = "t") -> Path:
    url = "https://files.example.org/in.txt"
    download = {"type": "download", "parameters": {"files": [{"url": url, "path": "/home/user/in.txt"}]}}
    place = folder / "examples" / "os"
    place.mkdir(parents=True, exist_ok=True)
    file = place / f"{name}.json"
    file.write_text(json.dumps({**DOCUMENT, "id": name, "config": [download]}))
    return file


def test_an_imported_task_is_the_same_and_may_carry_its_files(tmp_path: Path) -> None:
    file = osworld(tmp_path)
    mirror = tmp_path / "mirror" / "files.example.org"
    mirror.mkdir(parents=True)
    (mirror / "in.txt").write_text("in")
    told = asyncio.run(imported(find([file]), tmp_path / "plain", None))
    assert told == {file: tmp_path / "plain" / "os" / "t"}
    assert load(tmp_path / "plain" / "os" / "t") == load(file)
    source = Assets(mirror.parent, offline=True, cache=tmp_path / "cache")
    asyncio.run(imported(find([file]), tmp_path / "whole", source))
    (step,) = load(tmp_path / "whole" / "os" / "t").setup
    assert step["parameters"]["files"] == [{"path": "/home/user/in.txt", "content": inline(b"in")}]
    assert (tmp_path / "whole" / "os" / "t" / "assets" / "in.txt").read_text() == "in"


def test_what_cannot_be_imported_is_told_and_the_rest_is_imported(tmp_path: Path) -> None:
    good, bad, out = osworld(tmp_path), osworld(tmp_path, "u"), osworld(tmp_path, "v")
    bad.write_text('{"instruction": "i"}')
    out.write_text(json.dumps({**DOCUMENT, "id": "../../v"}))
    told = asyncio.run(imported(find([tmp_path]), tmp_path / "to", None))
    assert told[good] == tmp_path / "to" / "os" / "t"
    assert "'id' is missing" in str(told[bad])
    assert "name of a folder" in str(told[out])
    again = asyncio.run(imported(find([good]), tmp_path / "to", None))
    assert "is there already" in str(again[good])


def test_a_task_of_this_type_is_equal_after_a_detour(tmp_path: Path) -> None:
    task: Task = example("a")
    save(task, tmp_path / "one")
    save(load(tmp_path / "one"), tmp_path / "two")
    assert load(tmp_path / "two") == task
