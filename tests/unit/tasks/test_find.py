"""Tasks below paths, and what lint and diff say of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.evaluate.difference import ABSENT, Change, difference
from scalecua.tasks.find import every, find
from scalecua.tasks.folder import load, save
from scalecua.tasks.lint import problems

TASK: dict[str, Any] = {
    "id": "one",
    "instruction": "Do it.",
    "config": [{"type": "launch", "parameters": {"command": ["xterm"]}}],
    "evaluator": {
        "func": "exact_match",
        "result": {"type": "vm_command_line", "command": "pwd"},
        "expected": {"type": "rule", "rules": {"expected": "/"}},
    },
}


def written(path: Path, **changed: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**TASK, **changed}))
    return path


def test_every_kind_of_task_is_found_below_a_folder(tmp_path: Path) -> None:
    written(tmp_path / "examples" / "os" / "a.json", id="a")
    save(load(written(tmp_path / "b.json", id="b")), tmp_path / "ours" / "c")
    (tmp_path / "ours" / "c" / "assets.json").write_text('{"instruction": 1}')
    (tmp_path / "names.json").write_text('["a", "b"]')
    (tmp_path / "notes.json").write_text('{"about": "these tasks"}')
    (tmp_path / "broken.json").write_text("{")
    found = list(find([tmp_path]))
    assert [task.id for _, task in found if isinstance(task, Task)] == ["b", "a", "b"]
    assert [file.name for file, task in found if isinstance(task, TaskError)] == ["broken.json"]
    with pytest.raises(TaskError, match=r"broken\.json"):
        list(every([tmp_path]))
    with pytest.raises(TaskError, match="there is no"):
        list(find([tmp_path / "missing"]))


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"config": [{"type": "lunch"}]}, "lunch"),
        ({"evaluator": {**TASK["evaluator"], "func": "exact_mach"}}, "exact_mach"),
        ({"evaluator": {**TASK["evaluator"], "result": {"type": "vm_flie"}}}, "vm_flie"),
        ({"evaluator": {**TASK["evaluator"], "expected": {"type": "ruel"}}}, "ruel"),
        ({"evaluator": {**TASK["evaluator"], "postconfig": [{"type": "slep"}]}}, "slep"),
        ({"evaluator": {**TASK["evaluator"], "result": {"type": "vm_file"}}}, ""),
        ({"evaluator": {"func": []}}, ""),
    ],
)
def test_lint_names_what_there_is_not(changed: dict[str, Any], name: str, tmp_path: Path) -> None:
    assert problems(load(written(tmp_path / "good.json"))) == ()
    (problem,) = problems(load(written(tmp_path / "bad.json", **changed)))
    assert problem.name == name
    assert name in problem.text


def test_a_difference_is_told_field_by_field(tmp_path: Path) -> None:
    before = [load(written(tmp_path / "1.json", id=name)) for name in ("a", "b", "c")]
    changed = {
        **TASK["evaluator"],
        "expected": {"type": "rule", "rules": {"expected": "/home", "more": True}},
    }
    after = [
        load(written(tmp_path / "2.json", id="a")),
        load(written(tmp_path / "2.json", id="b", evaluator=changed, config=[])),
        load(written(tmp_path / "2.json", id="d")),
    ]
    assert difference(before, before).empty
    found = difference(before, after)
    assert (found.removed, found.added, list(found.changed)) == (("c",), ("d",), ["b"])
    assert set(map(repr, found.changed["b"])) == {
        repr(Change("setup.0", before[1].setup[0], ABSENT)),
        repr(Change("judge.expected.rules.expected", "/", "/home")),
        repr(Change("judge.expected.rules.more", ABSENT, True)),
    }
