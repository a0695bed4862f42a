"""ScienceBoard's files become tasks as they are; what is wrong in one is named."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.tasks.scienceboard.load import load, recognised

SHARED = Path(__file__).parents[4].parent / "shared" / "data"
DATA = Path(os.environ.get("SCALECUA_TASK_DATA", SHARED)) / "scienceboard" / "VM"

CELESTIA: dict[str, Any] = {
    "type": "Celestia",
    "sort": "VM",
    "steps": 10,
    "instruction": "Go to Pluto.",
    "version": "0.1",
    "snapshot": "sci_bench",
    "initialize": [
        {"func": "opt", "depth": 6},
        {"func": "launch", "wait": 10, "command": "/app/bin/celestia-qt6 «PORTLIKE»", "shell": True},
    ],
    "query": [{"name": "Pluto", "type": 2}],
    "evaluate": [{"type": "info", "key": "lambda dump: dump['entity']['Pluto']['visible']", "value": True}],
    "ans": "x",
}
TOUCH = {"func": "touch", "path": "/m.tex", "text": "a"}
TEX: dict[str, Any] = {
    **{key: value for key, value in CELESTIA.items() if key not in ("query", "snapshot")},
    "type": "TeXstudio",
    "initialize": [TOUCH],
    "evaluate": [{"type": "file", "path": "/m.tex", "source": "a", "target": "b"}],
}


def write(folder: Path, document: Any) -> Path:
    file = folder / "Celestia" / "B-06.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(document if isinstance(document, str) else json.dumps(document, ensure_ascii=False))
    return file


def test_a_file_becomes_a_task(tmp_path: Path) -> None:
    task = load(write(tmp_path, CELESTIA))
    assert (task.id, task.instruction, task.max_turns) == ("Celestia/B-06", "Go to Pluto.", 10)
    assert (task.domain, task.apps, task.snapshot, task.source) == (
        *("Celestia", ("Celestia",)),
        *("sci_bench", "ScienceBoard"),
    )
    assert task.setup == tuple(CELESTIA["initialize"])
    assert task.judge == {
        "scienceboard": CELESTIA["evaluate"],
        "application": "Celestia",
        "query": CELESTIA["query"],
        "before": {},
    }
    assert task.metadata["extra"]["ans"] == "x"


def test_what_the_setup_writes_is_kept_for_the_judge_and_other_applications_are_named(tmp_path: Path) -> None:
    launch = {"func": "launch", "command": ["chimerax", "--cmd", "port «PORTLIKE»"], "wait": 7.5}
    task = load(write(tmp_path, {**TEX, "initialize": [TOUCH, launch]}))
    assert task.judge["before"] == {"/m.tex": "a"}
    assert task.apps == ("TeXstudio", "ChimeraX")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": "Excel"}, ["type", "Excel", "Celestia", "TeXstudio"]),
        ({"sort": "Raw"}, ["sort", "Raw", "VM"]),
        ({"version": "0.2"}, ["version", "0.2"]),
        ({"steps": 0}, ["steps"]),
        ({"steps": "5"}, ["steps", "5"]),
        ({"steps": None}, ["steps"]),
        ({"stepz": 5}, ["stepz", "fields", "steps"]),
        ({"penalty": "often"}, ["penalty", "often"]),
        ({"query": [{"name": "Pluto"}]}, ["query.0.type"]),
        ({"evaluate": []}, ["evaluate"]),
        ({"initialize": [{"func": "fly"}]}, ["initialize 1", "func", "fly", "launch, opt, touch"]),
        ({"initialize": [{"func": "tab", "index": 1}]}, ["func", "tab", "choices"]),
        ({"initialize": [{}]}, ["func", "None"]),
        ({"initialize": [{"func": "opt", "depth": "6"}]}, ["(opt)", "depth", "6", "parameters"]),
        ({"initialize": [{"func": "opt", "depth": 6, "deep": 1}]}, ["deep", "parameters: wait, func, depth"]),
        ({"initialize": [{"func": "launch", "command": "a «HOST»"}]}, ["command", "«HOST»", "«PORTLIKE»"]),
        ({"initialize": [{"func": "launch", "command": []}]}, ["command"]),
        ({"initialize": [{"func": "opt", "depth": 6, "wait": -1}]}, ["wait", "-1"]),
        ({"evaluate": [{"type": "states"}]}, ["evaluate 1", "type", "states", "info, stop"]),
        (
            {"evaluate": [{"type": "info", "key": "lambda d: d", "value": 1, "x": 2}]},
            ["x", "key, value, pred"],
        ),
        ({"evaluate": [{"type": "info", "key": "plain", "value": 1}]}, ["key", "plain", "no lambda"]),
        ({"evaluate": [{"type": "info", "key": "lambda d: eval(d)", "value": 1}]}, ["key", "eval(d)", "abs"]),
        ({"evaluate": [{"type": "info", "key": "lambda d: d", "value": 1, "pred": "lambda k: k"}]}, ["pred"]),
        ({"evaluate": [{"type": "info", "key": "lambda d: d"}]}, ["value", "Field required"]),
        ({"evaluate": [{"type": "stop", "value": "WAIT"}]}, ["value", "WAIT", "ANS"]),
        ({"evaluate": [{"type": "stop", "value": "ANS"}]}, ["args"]),
        ({"evaluate": [{"type": "stop", "value": "DONE", "args": ["5"]}]}, ["args"]),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, change: dict[str, Any], said: list[str]) -> None:
    file = write(tmp_path, {**CELESTIA, **change})
    with pytest.raises(TaskError) as caught:
        load(file)
    assert all(word in str(caught.value) for word in (str(file), *said)), caught.value


@pytest.mark.parametrize(
    ("application", "item", "said"),
    [
        ("ChimeraX", {"type": "states", "key": "a", "value": 1, "pattern": "b"}, "either value or pattern"),
        ("ChimeraX", {"type": "states", "key": "a"}, "either value or pattern"),
        (
            "ChimeraX",
            {"type": "states", "key": "a", "find": "lambda k, v: k", "value": 1},
            "must be a lambda",
        ),
        ("ChimeraX", {"type": "states", "key": "a", "pattern": "("}, "regular expression"),
        ("ChimeraX", {"type": "info", "key": "sel", "value": "x"}, "value"),
        ("KAlgebra", {"type": "eqn", "key": "#LEN", "value": 1}, "key"),
        ("KAlgebra", {"type": "eqn", "key": "#SIZE", "value": {"a": 1}}, "#SIZE"),
        ("KAlgebra", {"type": "eqn", "key": [[1, 2], [1, 2, 3]], "value": {"a": True}}, "points"),
        ("KAlgebra", {"type": "val", "key": "p", "value": "1"}, "value"),
        ("GrassGIS", {"type": "db", "cmd": "rm -rf", "kwargs": {}, "key": "lambda o: o", "value": 1}, "cmd"),
        ("TeXstudio", {"type": "file", "path": "/n.tex", "source": "a", "target": "b"}, "no touch"),
        ("Lean", {"type": "placeholder"}, "query"),
    ],
)
def test_wrong_items_of_other_applications(
    tmp_path: Path, application: str, item: dict[str, Any], said: str
) -> None:
    document = {**TEX, "type": application, "evaluate": [item]}
    with pytest.raises(TaskError, match=said):
        load(write(tmp_path, document))


@pytest.mark.parametrize("text", ["", "[]", "{", "nul", "3"])
def test_what_is_no_task_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(TaskError, match=r"B-06\.json"):
        load(write(tmp_path, text))
    with pytest.raises(TaskError, match="nowhere"):
        load(tmp_path / "nowhere.json")


def test_recognised() -> None:
    assert recognised(CELESTIA)
    assert recognised({**CELESTIA, "type": "Excel"})
    assert not recognised({"instruction": "x", "evaluator": {}, "config": []})
    assert not recognised({})


@pytest.mark.skipif(not DATA.is_dir(), reason=f"no {DATA}")
def test_every_file_of_the_benchmark_loads_unchanged() -> None:
    files = sorted(DATA.glob("*/*.json"))
    assert len(files) == 169
    for file in files:
        document = json.loads(file.read_text())
        task = load(file)
        assert recognised(document)
        assert task.id == f"{file.parent.name}/{file.stem}"
        assert list(task.setup) == document["initialize"]
        assert task.judge["scienceboard"] == document["evaluate"]
