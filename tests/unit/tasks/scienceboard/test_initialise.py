"""The setup of a patched machine: what is asked in which order, and what does not take."""

from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.tasks.scienceboard.client import Patience
from scalecua.tasks.scienceboard.functions import APPLICATIONS, functions
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST
from scalecua.tasks.scienceboard.initialise import PERFORM, initialise, lean

CELESTIA = "LD_LIBRARY_PATH=/l /app/bin/celestia-qt6 «PORTLIKE»"
DONE: dict[str, Any] = {"error": None, "log messages": {"note": []}}


def task(*calls: dict[str, Any]) -> Task:
    return Task("a/b", "do", "x", ("x",), "s", calls, {}, 5, "ScienceBoard")


def test_every_function_is_performed() -> None:
    assert {name for application in APPLICATIONS for name in functions(application)} == set(PERFORM)


async def test_calls_are_made_in_order_with_the_port_filled_in(machine: Any, patience: Patience) -> None:
    for target in ("/opt", "/write"):
        machine.guest(target, "OK")
    machine.guest("/setup/launch", "launched")
    machine.guest("/setup/execute", {"returncode": 1})
    machine.application("/version", "0.1", "GET")
    calls = (
        {"func": "opt", "depth": 6},
        {"func": "execute", "command": ["rm", "/x"]},
        {"func": "touch", "path": "/p", "text": "t«PORTLIKE»"},
        {"func": "launch", "command": CELESTIA, "shell": True, "wait": 0.01},
    )
    await initialise(task(*calls), machine.http, patience=patience)
    assert machine.asked == [
        (GUEST, "POST", "/opt", {"depth": 6}),
        (GUEST, "POST", "/setup/execute", {"command": ["rm", "/x"], "shell": False}),
        (GUEST, "POST", "/write", {"path": "/p", "content": "t«PORTLIKE»"}),
        (
            *(GUEST, "POST", "/setup/launch"),
            {"command": "LD_LIBRARY_PATH=/l /app/bin/celestia-qt6 8000", "shell": True},
        ),
        (APPLICATION, "GET", "/version", ""),
    ]


async def test_applications_functions(machine: Any, patience: Patience) -> None:
    for target in ("/init/map", "/init/layer", "/init/scale", "/tab", "/add/2d", "/add/3d"):
        machine.application(target, "OK")
    machine.guest("/chimerax/run", DONE)
    machine.guest("/setup/download_file", "File downloaded")
    calls = (
        {"func": "map", "grassdb": "/g", "location": "l", "mapset": "m"},
        {"func": "layer", "wait": 0, "query": {"name": "n"}},
        {"func": "scale", "scale": 25},
        {"func": "tab", "index": 1},
        {"func": "func_2d", "expr": "x->x^2"},
        {"func": "func_3d", "expr": "x=y"},
        {"func": "clear_log"},
        {"func": "open", "name": "3ppd"},
        {"func": "chimerax_turn", "axis": "y", "angle": 1},
        {"func": "alphafold_match", "name": "A8"},
        {"func": "color", "style": "bypolymer"},
        {"func": "color", "style": "rainbow"},
        {"func": "download", "url": "https://x/y", "path": "/z"},
    )
    await initialise(task(*calls), machine.http, patience=patience)
    assert [body for port, _, _, body in machine.asked if port == APPLICATION] == [
        {"grassdb": "/g", "location": "l", "mapset": "m"},
        {"query": {"name": "n"}},
        {"scale": 25},
        1,
        "x->x^2",
        "x=y",
    ]
    said = [body["command"] for _, _, target, body in machine.asked if target == "/chimerax/run"]
    assert said == ["log clear", "open 3ppd", "turn y 1", "alphafold match A8", "color bypolymer", "rainbow"]


async def test_lean_is_written_in_one_piece(machine: Any, patience: Patience) -> None:
    machine.guest("/append", "OK")
    calls = (
        {"func": "import", "libs": ["Mathlib", "Lib.Two"]},
        {"func": "open", "libs": ["Set", "Filter"]},
        {"func": "def", "expr": "def a := 1"},
        {"func": "query", "expr": "theorem T : a = 1 := by sorry"},
    )
    await initialise(task(*calls), machine.http, patience=patience)
    ((_, _, _, body),) = machine.asked
    assert body["path"].endswith("Basic.lean")
    lines = body["content"].split("\n")
    assert [line for line in lines if line] == [
        *("import Lib.Two", "open Set Filter", "def a := 1", "theorem T : a = 1 := by", "  sorry"),
    ]
    assert body["content"] == lean(task(*calls))


async def test_an_application_that_is_late_is_waited_for(machine: Any, patience: Patience) -> None:
    answers = iter([(500, "not up"), (500, "not up"), DONE])
    machine.guest("/chimerax/run", lambda body: next(answers))
    await initialise(task({"func": "clear_log"}), machine.http, patience=patience)


@pytest.mark.parametrize(
    ("call", "target", "answer", "failure"),
    [
        ({"func": "opt", "depth": 6}, "/opt", (500, "x"), Failure.GUEST),
        ({"func": "opt", "depth": 6}, "/opt", "ERROR", Failure.GUEST),
        ({"func": "touch", "path": "/p", "text": ""}, "/write", "<html>", Failure.GUEST),
        ({"func": "launch", "command": "x"}, "/setup/launch", (500, "x"), Failure.GUEST),
        ({"func": "open", "name": "x"}, "/chimerax/run", {**DONE, "error": {"type": "e"}}, Failure.GUEST),
        ({"func": "clear_log"}, "/chimerax/run", "[]", Failure.GUEST),
        ({"func": "download", "url": "u", "path": "p"}, "/setup/download_file", (500, "x"), Failure.ASSET),
    ],
)
async def test_what_does_not_take_is_named(
    machine: Any, patience: Patience, call: dict[str, Any], target: str, answer: Any, failure: Failure
) -> None:
    machine.guest(target, answer)
    with pytest.raises(TaskError, match=rf"a/b: initialize 1 \({call['func']}\)") as caught:
        await initialise(task(call), machine.http, patience=patience)
    assert caught.value.failure is failure


async def test_a_plot_is_added_at_most_once(machine: Any, patience: Patience) -> None:
    machine.application("/add/2d", (500, "lost"))
    with pytest.raises(TaskError):
        await initialise(task({"func": "func_2d", "expr": "x"}), machine.http, patience=patience)
    assert len(machine.asked) == 1
    machine.ports[APPLICATION] = 1
    with pytest.raises(TaskError) as caught:
        await initialise(task({"func": "func_2d", "expr": "x"}), machine.http, patience=patience)
    assert caught.value.failure is Failure.NETWORK


async def test_an_application_that_never_answers_fails_the_launch(machine: Any, patience: Patience) -> None:
    machine.guest("/setup/launch", "launched")
    machine.ports[APPLICATION] = 1
    with pytest.raises(TaskError, match="initialize 1") as caught:
        await initialise(task({"func": "launch", "command": CELESTIA}), machine.http, patience=patience)
    assert caught.value.failure is Failure.NETWORK
