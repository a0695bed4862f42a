"""Reference solutions: three forms of a step, and errors that name the wrong one."""

from typing import Any

import pytest

from scalecua.core.action import Done, Infeasible, Key, LeftClick
from scalecua.core.errors import TaskError
from scalecua.tasks.solution import OnNode, Run, parse


def test_the_three_forms_of_a_step() -> None:
    spec = {
        "steps": [
            {"kind": "key", "keys": ["ctrl", "s"]},
            {"execute": ["true"]},
            {"find": {"name": "OK"}, "action": {"kind": "left_click", "modifiers": ["ctrl"]}},
        ],
    }
    key, run, node = parse(spec, "here").steps
    assert key == Key(("ctrl", "s"))
    assert run == Run(execute=("true",))
    assert isinstance(node, OnNode)
    assert node.at(3, 4) == LeftClick(3, 4, ("ctrl",))


def test_the_end_is_done_unless_said() -> None:
    assert parse({"steps": []}, "here").end == Done()
    assert parse({"steps": [], "end": {"kind": "infeasible", "reason": "no"}}, "here").end == Infeasible("no")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({}, "steps"),
        ({"steps": [{"kind": "jump"}]}, "steps.0"),
        ({"steps": [{"execute": []}]}, "steps.0.*execute"),
        ({"steps": [{"find": {"title": "x"}}]}, "title"),
        ({"steps": [{"find": {}, "action": {"kind": "key", "keys": ["a"]}}]}, "x"),
        ({"steps": [], "finish": 1}, "finish"),
    ],
)
def test_what_is_wrong_is_named(spec: Any, said: str) -> None:
    with pytest.raises(TaskError, match=f"here: .*{said}"):
        parse(spec, "here")
