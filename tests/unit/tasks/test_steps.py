"""Closed step schemas: what is wrong is named with its number, key, value and choices."""

from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.tasks.steps.parse import TYPES, parse
from scalecua.tasks.steps.program import argv

GOOD = {"type": "sleep", "parameters": {"seconds": 1}}


@pytest.mark.parametrize(
    ("step", "parts"),
    [
        ({"type": "lanch", "parameters": {}}, ["step 2", "'lanch'", "launch", "wait_window"]),
        ({"type": "launch", "parameters": {"comand": ["a"]}}, ["step 2", "comand", "command"]),
        ({"type": "launch", "parameters": {}}, ["step 2", "command", "required"]),
        ({"type": "launch", "parameters": {"command": []}}, ["step 2", "command"]),
        ({"type": "sleep", "parameters": {"seconds": "soon"}}, ["step 2", "seconds", "soon"]),
        ({"type": "sleep", "parameters": {"seconds": -1}}, ["step 2", "seconds", "-1"]),
        ({"type": "wait_window", "parameters": {}}, ["step 2", "title", "wm_class"]),
        ({"type": "upload_file", "parameters": {"files": [{"path": "/a"}]}}, ["step 2", "local_path"]),
        ({"type": "execute", "parameters": {"command": "a", "until": {"code": 1}}}, ["step 2", "until.code"]),
        ({"parameters": {}}, ["step 2", "type"]),
        ({"type": "sleep", "parameters": [1]}, ["step 2", "parameters"]),
        ({"type": "sleep", "parameters": {"seconds": 1}, "when": 1}, ["step 2"]),
        ({"type": "sleep", "parameters": {"type": "launch"}}, ["step 2"]),
    ],
)
def test_wrong_steps_are_named(step: Any, parts: list[str]) -> None:
    with pytest.raises(TaskError) as caught:
        parse((GOOD, step))
    assert [part for part in parts if part not in str(caught.value)] == []


def test_every_type_of_the_vocabulary_is_known() -> None:
    assert set(TYPES) == {
        *("launch", "execute", "command", "execute_with_verification", "sleep", "activate_window"),
        *("close_window", "open", "upload_file", "write_file", "wait_window"),
    }


def test_commands_are_split_filled_and_expanded() -> None:
    assert argv("echo 'a b' {SCREEN_WIDTH_HALF}", False, (1280, 800)) == ("echo", "a b", "640")
    assert argv(("ls", "~/x"), False, (1, 1)) == ("ls", "/home/user/x")
    assert argv("ls ~/x | wc", True, (1, 1)) == ("sh", "-c", "ls ~/x | wc")
