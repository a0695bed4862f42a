"""Closed step schemas: what is wrong is named with its number, key, value and choices."""

from typing import Any

import pytest

from scalecua.core.errors import TaskError
from scalecua.tasks.steps.parse import TYPES, parse

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


@pytest.mark.parametrize(
    ("step", "parts"),
    [
        ({"type": "download", "parameters": {"files": []}}, ["files"]),
        ({"type": "download", "parameters": {"files": [{"url": "http://h/a"}]}}, ["files.0.path"]),
        ({"type": "act", "parameters": {"action_seq": [{"kind": "jump"}]}}, ["action_seq.0", "jump"]),
        (
            {"type": "login", "parameters": {"settings_file": "s", "platform": "x"}},
            ["platform", "googledrive"],
        ),
        (
            {
                "type": "googledrive",
                "parameters": {"settings_file": "s", "operation": ["delete"], "args": []},
            },
            ["1 operations and 0 args"],
        ),
        ({"type": "tidy_desktop", "parameters": {"x": 1}}, ["x", "Extra"]),
    ],
)
def test_wrong_parameters_of_osworlds_steps_are_named(step: Any, parts: list[str]) -> None:
    with pytest.raises(TaskError) as caught:
        parse((GOOD, step))
    assert [part for part in ("step 2", *parts) if part not in str(caught.value)] == []


def test_every_type_of_the_vocabulary_is_known() -> None:
    assert set(TYPES) >= {
        *("launch", "execute", "command", "execute_with_verification", "sleep", "activate_window"),
        *("close_window", "open", "download", "upload_file", "change_wallpaper", "tidy_desktop"),
        *("act", "replay", "proxy", "googledrive", "login", "write_file", "wait_window"),
    }
