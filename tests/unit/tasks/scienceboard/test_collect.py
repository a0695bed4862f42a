"""What is asked of a patched machine, and what becomes of one that does not answer."""

import time
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.tasks.scienceboard.client import Patience
from scalecua.tasks.scienceboard.collect import collect
from scalecua.tasks.scienceboard.http import APPLICATION, GUEST, Network
from scalecua.tasks.scienceboard.metrics.score import score

VISIBLE = {"type": "info", "key": "lambda dump: dump['time']['pause']", "value": True}
LEAN_QUERY = {"func": "query", "expr": "theorem T (x : ℕ) : x = x := by sorry"}


def task(application: str, *items: dict[str, Any], setup: tuple[dict[str, Any], ...] = ()) -> Task:
    query = [{"name": "Sol", "type": 1}] if application == "Celestia" else []
    before = {"/m.tex": "a"}
    judge = {"scienceboard": list(items), "application": application, "query": query, "before": before}
    return Task("a/b", "do", application, (application,), "s", setup, judge, 5, "ScienceBoard")


async def state(
    machine: Any, patience: Patience, *given: Any, answer: str = "", **more: Any
) -> dict[str, Any]:
    return await collect(task(*given, **more), machine.http, Status.DONE, answer, patience=patience)


async def test_celestia_is_asked_once_with_its_query(machine: Any, patience: Patience) -> None:
    machine.application("/dump", {"time": {"pause": True}})
    found = await state(machine, patience, "Celestia", VISIBLE, VISIBLE)
    assert found == {"status": "done", "answer": "", "found": {"dump": {"time": {"pause": True}}}}
    assert machine.asked == [(APPLICATION, "POST", "/dump", [{"name": "Sol", "type": 1}])]
    assert score(task("Celestia", VISIBLE).judge, found).score == 1


async def test_grass(machine: Any, patience: Patience) -> None:
    machine.application("/dump", {"layers": []}, "GET")
    machine.application("/gcmd", lambda body: {"returncode": 0, "stdout": body["kwargs"]["map"]})
    db = {"type": "db", "cmd": "v.db.select", "kwargs": {"map": "m"}, "key": "lambda o: o", "value": "m"}
    info = {"type": "info", "key": "lambda d: d['layers']", "value": []}
    found = await state(machine, patience, "GrassGIS", info, db)
    assert found["found"]["dump"] == {"layers": []}
    assert score(task("GrassGIS", info, db).judge, found).score == 1


async def test_kalgebra(machine: Any, patience: Patience) -> None:
    machine.application("/vars", {"p": "2"}, "GET")
    machine.application("/func/2d", lambda points: [{f"({x}, {y})": x == y for x, y in points}])
    machine.application("/func/3d", lambda points: {"(1, 2, 3)": True})
    items = (
        {"type": "val", "key": "p", "value": 2},
        {"type": "eqn", "key": [[1, 1], [1, 2]], "value": {"(1, 1)": True, "(1, 2)": False}},
        {"type": "eqn", "key": [[1, 2, 3]], "value": {"(1, 2, 3)": True}},
        {"type": "eqn", "key": "#SIZE", "value": 1},
    )
    found = await state(machine, patience, "KAlgebra", *items)
    assert score(task("KAlgebra", *items).judge, found).score == 1
    assert [body for _, _, target, body in machine.asked if target == "/func/2d"] == [[[1, 1], [1, 2]], []]


def chimerax(machine: Any) -> Any:
    def run(body: dict[str, Any]) -> Any:
        words = body["command"].split()
        assert body["port"] == APPLICATION
        if words[0] == "states":
            machine.files[f"{words[1]}/{words[2]}.json"] = '{"a.name": "2olx"}'
        if words == ["info", "sel"]:
            return {"error": None, "log messages": {"note": ["x 1\ny 2\n", ""]}}
        return {"error": None if words[0] == "states" else "no such atoms", "log messages": {"note": []}}

    return run


async def test_chimerax(machine: Any, patience: Patience) -> None:
    machine.guest("/chimerax/run", chimerax(machine))
    machine.guest("/execute", {"status": "success", "output": "2025-02-03\n", "error": "", "returncode": 0})
    machine.files["/log"] = "on 2025-02-03"
    today = "lambda: __import__('datetime').datetime.today().strftime('%Y-%m-%d')"
    items = (
        {"type": "states", "key": "a.name", "value": "2olx"},
        {"type": "info", "key": "sel", "value": ["y 2", "x 1"]},
        {"type": "file", "key": "/log", "value": today},
    )
    found = await state(machine, patience, "ChimeraX", *items)
    assert found["today"] == "2025-02-03"
    assert score(task("ChimeraX", *items).judge, found).score == 1
    gone = {"type": "info", "key": "rescolor /A", "value": ["x"]}
    found = await state(machine, patience, "ChimeraX", gone)
    assert score(task("ChimeraX", gone).judge, found).score == 0


async def test_lean_and_tex(machine: Any, patience: Patience) -> None:
    machine.guest("/lean/check", lambda body: {"pass": body["header"] == "theorem T (x : ℕ) : x = x := by"})
    proof = {"type": "placeholder"}
    found = await state(machine, patience, "Lean", proof, setup=(LEAN_QUERY,))
    assert found["found"] == {"lean": True}
    machine.guest("/tex/check", lambda body: {"pass": body == {"path": "/a", "file": "main"}})
    machine.files["/m.tex"] = "b"
    items = (
        {"type": "compile", "path": "/a", "file": "main"},
        {"type": "file", "path": "/m.tex", "source": "a", "target": "b"},
        {"type": "include", "path": "/gone & away.bib", "pattern": "x"},
    )
    found = await state(machine, patience, "TeXstudio", *items)
    assert found["found"]["file /gone & away.bib"] is None
    result = score(task("TeXstudio", *items).judge, found)
    assert list(result.checks.values()) == [1, 1, 0]


async def test_a_stop_alone_asks_nothing(patience: Patience) -> None:
    stop = {"type": "stop", "value": "ANS", "args": ["5"]}
    found = await collect(
        task("Celestia", stop), Network("127.0.0.1", {8000: 1}), Status.ANSWERED, "5", patience=patience
    )
    assert score(task("Celestia", stop).judge, found).score == 1


def _broken(body: Any) -> Any:
    raise ConnectionResetError


FAULTS: list[tuple[Any, Failure]] = [
    ((500, "Internal Server Error"), Failure.GUEST),
    ((400, "Bad Request"), Failure.GUEST),
    ("<html>not json</html>", Failure.GUEST),
    ("", Failure.GUEST),
    ('{"cut": ', Failure.GUEST),
    ("[" * 100_000, Failure.GUEST),
    ('"ERROR"', Failure.GUEST),
    ("null", Failure.GUEST),
    (_broken, Failure.GUEST),
    (lambda body: time.sleep(0.6), Failure.TIMEOUT),
]
ASKING: list[tuple[str, dict[str, Any], int, str, str]] = [
    ("Celestia", VISIBLE, APPLICATION, "POST", "/dump"),
    ("GrassGIS", VISIBLE, APPLICATION, "GET", "/dump"),
    ("KAlgebra", {"type": "val", "key": "p", "value": 1}, APPLICATION, "GET", "/vars"),
    ("KAlgebra", {"type": "eqn", "key": "#SIZE", "value": 0}, APPLICATION, "POST", "/func/2d"),
    ("ChimeraX", {"type": "states", "key": "a", "value": None}, GUEST, "POST", "/chimerax/run"),
    ("ChimeraX", {"type": "info", "key": "sel", "value": ["a"]}, GUEST, "POST", "/chimerax/run"),
    ("Lean", {"type": "placeholder"}, GUEST, "POST", "/lean/check"),
    ("TeXstudio", {"type": "compile", "path": "/a", "file": "m"}, GUEST, "POST", "/tex/check"),
]


@pytest.mark.parametrize(("application", "item", "port", "method", "target"), ASKING)
@pytest.mark.parametrize(("answer", "failure"), FAULTS)
async def test_a_machine_at_fault_gives_no_state(
    machine: Any,
    monkeypatch: pytest.MonkeyPatch,
    application: str,
    item: dict[str, Any],
    port: int,
    method: str,
    target: str,
    answer: Any,
    failure: Failure,
) -> None:
    monkeypatch.setattr("scalecua.tasks.scienceboard.collect.BUILD_S", 0.2)
    machine.answers[port, method, target] = answer
    short = Patience(tries=2, pause_s=0.01, answer_s=0.2)
    with pytest.raises(JudgeError) as caught:
        await state(machine, short, application, item, setup=(LEAN_QUERY,))
    assert caught.value.failure is failure


@pytest.mark.parametrize(("application", "item", "port", "method", "target"), ASKING)
async def test_where_nothing_listens(
    machine: Any,
    patience: Patience,
    application: str,
    item: dict[str, Any],
    port: int,
    method: str,
    target: str,
) -> None:
    machine.ports[port] = 1
    with pytest.raises(JudgeError, match="nothing listens") as caught:
        await state(machine, patience, application, item, setup=(LEAN_QUERY,))
    assert caught.value.failure is Failure.NETWORK


async def test_a_passing_fault_is_waited_out(machine: Any, patience: Patience) -> None:
    answers = iter([(503, "soon"), "garbage", {"time": {"pause": True}}])
    machine.application("/dump", lambda body: next(answers))
    with pytest.raises(JudgeError, match="no JSON"):
        await state(machine, patience, "Celestia", VISIBLE)
    found = await state(machine, patience, "Celestia", VISIBLE)
    assert found["found"]["dump"] == {"time": {"pause": True}}


async def test_a_guest_that_cannot_read_is_not_a_missing_file(
    machine: Any, patience: Patience, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(machine), "answer", lambda *args: (500, "OSError: disk on fire"))
    item = {"type": "include", "path": "/r.bib", "pattern": "x"}
    with pytest.raises(JudgeError) as caught:
        await state(machine, patience, "TeXstudio", item)
    assert caught.value.failure is Failure.GUEST
