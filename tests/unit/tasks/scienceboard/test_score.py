"""Items scored over a state: a pass, a fail and a near miss of each type."""

import copy
import json
import subprocess
import sys
from typing import Any

import pytest

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.expression import ExpressionError
from scalecua.tasks.scienceboard.metrics.score import scienceboard, score
from scalecua.tasks.scienceboard.metrics.sources import source

Item = dict[str, Any]


def judge(application: str, *items: Item, before: dict[str, str] | None = None) -> dict[str, Any]:
    return {"scienceboard": list(items), "application": application, "query": [], "before": before or {}}


def value(application: str, item: Item, found: Any, **more: Any) -> float:
    state = {"status": "done", "answer": "", "found": {source(application, item): found}, **more}
    before = {"/m.tex": "the xxx.xx and xxx.xx\n"}
    return score(judge(application, item, before=before), state).score


VISIBLE = {"type": "info", "key": "lambda dump: dump['entity']['Sol']['visible']", "value": True}
NEAR = {
    "type": "info",
    "key": "lambda dump: dump['time']['value']",
    "value": 2400000,
    "pred": "lambda key, value: abs(key - value) < 0.1",
}


@pytest.mark.parametrize(
    ("item", "found", "wanted"),
    [
        (VISIBLE, {"entity": {"Sol": {"visible": True}}}, 1),
        (VISIBLE, {"entity": {"Sol": {"visible": False}}}, 0),
        (VISIBLE, {"entity": {"Sol": {"visible": 1}}}, 0),
        (VISIBLE, {"entity": {"Sol": {"visible": "true"}}}, 0),
        (VISIBLE, {"entity": {}}, 0),
        (VISIBLE, {}, 0),
        (NEAR, {"time": {"value": 2400000.09}}, 1),
        (NEAR, {"time": {"value": 2400000.11}}, 0),
        (NEAR, {"time": {"value": None}}, 0),
    ],
)
def test_info(item: Item, found: Any, wanted: float) -> None:
    assert value("Celestia", item, found) == wanted
    assert value("GrassGIS", item, found) == wanted


COLUMN = {
    "type": "db",
    "cmd": "v.db.select",
    "kwargs": {"map": "m", "format": "json"},
    "key": "lambda out: out['info']['columns']",
    "value": "ISTAT",
    "pred": "lambda key, value: all([item['name'] != value for item in key])",
}
POINT = {
    "type": "db",
    "cmd": "v.to.db",
    "kwargs": {"flags": "p"},
    "key": "lambda out: out.strip()",
    "value": "cat|x\n1|2",
}


@pytest.mark.parametrize(
    ("item", "code", "printed", "wanted"),
    [
        (COLUMN, 0, {"info": {"columns": [{"name": "cat"}]}}, 1),
        (COLUMN, 0, '{"info": {"columns": [{"name": "cat"}]}}', 1),
        (COLUMN, 0, '{"info": {"columns": [{"name": "ISTAT"}]}}', 0),
        (COLUMN, 1, '{"info": {"columns": [{"name": "cat"}]}}', 0),
        (COLUMN, 0, "no json", 0),
        (POINT, 0, "cat|x\n1|2\n", 1),
        (POINT, 0, "cat|x\n1|2\n2|3\n", 0),
    ],
)
def test_db(item: Item, code: int, printed: Any, wanted: float) -> None:
    assert value("GrassGIS", item, {"returncode": code, "stdout": printed}) == wanted


FOUND = {
    "type": "states",
    "find": "lambda key, value: key.endswith('._name') and value == 'key'",
    "key": "lambda key: '.'.join(key.split('.')[:-1] + ['_border'])",
    "value": False,
}
PICKED = {"type": "states", "key": "lambda key: key.startswith('a.')", "value": None}
PLAIN = {"type": "states", "key": "a.name", "value": "2olx"}
GONE = {"type": "states", "key": "a.name", "value": None}
ARRAY = {"type": "states", "key": "a", "value": "[ -1.37   -6.882 -12.582]"}
PATTERN = {"type": "states", "key": "a", "pattern": r"^\[1, 2"}


@pytest.mark.parametrize(
    ("item", "states", "wanted"),
    [
        (FOUND, {"x._name": "key", "x._border": False}, 1),
        (FOUND, {"x._name": "key", "x._border": True}, 0),
        (FOUND, {"x._name": "key", "x._border": 0}, 0),
        (FOUND, {"x._name": "other", "x._border": False}, 0),
        (FOUND, {"y._name": "key", "y._border": True, "x._name": "key", "x._border": False}, 1),
        (FOUND, {"x._name": "key"}, 0),
        (FOUND, {}, 0),
        ({**FOUND, "value": None}, {"x._name": "key", "x._border": False}, 0),
        ({**FOUND, "value": None}, {"x._name": "other"}, 1),
        (PICKED, {"b.c": 1}, 1),
        (PICKED, {"a.c": None}, 0),
        (PLAIN, {"a.name": "2olx"}, 1),
        (PLAIN, {"a.name": "2OLX"}, 0),
        (PLAIN, {"b.name": "2olx"}, 0),
        (GONE, {"b.name": "2olx"}, 1),
        (GONE, {"a.name": "2olx"}, 0),
        ({**PLAIN, "value": 1.45}, {"a.name": 1.45}, 1),
        ({**PLAIN, "value": 1.45}, {"a.name": 1.5}, 0),
        ({**PLAIN, "value": 12}, {"a.name": 12.0}, 1),
        ({**PLAIN, "value": 1.0}, {"a.name": True}, 0),
        (ARRAY, {"a": "[ -1.37   -6.882 -12.582]"}, 1),
        (ARRAY, {"a": "[-1.37 -6.882\n -12.582 ]"}, 1),
        (ARRAY, {"a": "[-1.37 -6.882 -12.583]"}, 0),
        (ARRAY, {"a": "[-1.37 -6.882]"}, 0),
        (ARRAY, {"a": "[[-1.37 -6.882 -12.582]]"}, 0),
        (ARRAY, {"a": "[... -12.582]"}, 0),
        (PATTERN, {"a": [1, 2, 3]}, 1),
        (PATTERN, {"a": [2, 1]}, 0),
    ],
)
def test_states(item: Item, states: Any, wanted: float) -> None:
    assert value("ChimeraX", item, states) == wanted


def test_chimerax_info_is_a_set_of_lines_and_file_holds_a_text() -> None:
    info = {"type": "info", "key": "sel", "value": ["a 1", "b 2"]}
    assert value("ChimeraX", info, ["b 2 ", "", "a 1"]) == 1
    assert value("ChimeraX", info, ["b 2", "a 1", "c 3"]) == 0
    assert value("ChimeraX", info, ["b 2"]) == 0
    assert value("ChimeraX", info, []) == 0
    file = {"type": "file", "key": "/f", "value": "ATOM 1"}
    assert value("ChimeraX", file, "x ATOM 1 y") == 1
    assert value("ChimeraX", file, "x ATOM 2 y") == 0
    assert value("ChimeraX", file, None) == 0
    dated = {**file, "value": "lambda: __import__('datetime').datetime.today().strftime('%Y-%m-%d')"}
    assert value("ChimeraX", dated, "on 2025-02-03", today="2025-02-03") == 1
    assert value("ChimeraX", dated, "on 2025-02-03", today="2025-02-04") == 0
    with pytest.raises(ExpressionError):
        value("ChimeraX", dated, "on 2025-02-03")


EDITED = {"type": "file", "path": "/m.tex", "source": "xxx.xx", "target": "109.03"}


@pytest.mark.parametrize(
    ("after", "wanted"),
    [
        ("the 109.03 and 109.03\n", 1),
        ("the 109.03 and xxx.xx\n", 0),
        ("the 109.03 and 109.03", 0),
        ("the 109.03  and 109.03\n", 0),
        ("the xxx.xx and xxx.xx\n", 0),
        (None, 0),
    ],
)
def test_an_edited_file(after: str | None, wanted: float) -> None:
    assert value("TeXstudio", EDITED, after) == wanted


def test_include_compile_and_proof() -> None:
    include = {"type": "include", "path": "/r.bib", "pattern": r"year=\{2018\}"}
    assert [value("TeXstudio", include, text) for text in ("year={2018}", "year={2019}", None)] == [1, 0, 0]
    compiles = {"type": "compile", "path": "/a", "file": "main"}
    assert [value("TeXstudio", compiles, passed) for passed in (True, False)] == [1, 0]
    assert [value("Lean", {"type": "placeholder"}, passed) for passed in (True, False)] == [1, 0]


@pytest.mark.parametrize(
    ("item", "status", "answer", "wanted"),
    [
        ({"value": "DONE"}, "done", "", 1),
        ({"value": "FAIL"}, "declared_infeasible", "", 1),
        ({"value": "FAIL"}, "done", "", 0),
        ({"value": "FAIL"}, "truncated", "", 0),
        ({"value": "ANS", "args": ["5"]}, "answered", "5", 1),
        ({"value": "ANS", "args": ["5"]}, "answered", "6", 0),
        ({"value": "ANS", "args": ["5"]}, "done", "5", 0),
    ],
)
def test_stop(item: Item, status: str, answer: str, wanted: float) -> None:
    state = {"status": status, "answer": answer, "found": {}}
    assert score(judge("Lean", {"type": "stop", **item}), state).score == wanted


def test_all_items_must_pass_and_scoring_twice_changes_nothing() -> None:
    whole = judge("Celestia", {"type": "stop", "value": "DONE"}, VISIBLE)
    state = {"status": "done", "answer": "", "found": {"dump": {"entity": {"Sol": {"visible": True}}}}}
    kept = copy.deepcopy((whole, state))
    assert score(whole, state) == score(whole, state)
    assert (whole, state) == kept
    assert score(whole, state).checks == {"1:stop": 1, "2:info": 1}
    assert scienceboard(state, whole) == 1
    wrong = score(whole, {**state, "status": "answered"})
    assert (wrong.score, wrong.checks) == (0, {"1:stop": 0, "2:info": 1})
    assert "ended with answered" in wrong.reason
    with pytest.raises(Unreadable, match="ended with answered"):
        scienceboard({**state, "status": "answered"}, whole)


def test_a_fault_of_the_judges_side_is_no_score() -> None:
    state = {"status": "done", "answer": "", "found": {}}
    with pytest.raises(KeyError, match="dump"):
        score(judge("Celestia", VISIBLE), state)
    with pytest.raises(ValueError, match="nope"):
        score(judge("Celestia", {"type": "nope"}), state)
    with pytest.raises(ValueError, match="nothing to evaluate"):
        score(judge("Celestia"), state)
    bad = {**VISIBLE, "key": "lambda dump: open('/etc/passwd')"}
    with pytest.raises(ExpressionError, match="passwd"):
        score(judge("Celestia", bad), {**state, "found": {"dump": {}}})


def test_the_metrics_stand_apart() -> None:
    """What the sandbox loads for them is the standard library and the metrics."""
    code = (
        "import sys, scalecua.tasks.scienceboard.metrics.score, json;"
        "print(json.dumps([m for m in sys.modules if m.split('.')[0] in ('pydantic', 'scalecua', 'h11')]))"
    )
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
    inside = ("scalecua", "scalecua.tasks", "scalecua.tasks.metrics", "scalecua.tasks.metrics.unreadable")
    metrics = "scalecua.tasks.scienceboard"
    assert [name for name in loaded if name not in inside and not name.startswith(metrics)] == []
    assert [name for name in loaded if name.startswith(metrics) and ".metrics" not in name] == [metrics]
