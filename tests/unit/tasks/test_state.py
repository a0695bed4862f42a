"""State folders: written whole, read back, and refused where a name leads out of them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.trajectory import FinalState, Status
from scalecua.tasks.state import MANIFEST, load, write

FINAL = FinalState(
    Status.ANSWERED,
    "42",
    ({"file": "a"}, None, {"files": ["a", "b"]}),
    ({"value": {"expected": None}}, {"value": None}, None),
    {"a": "1", "b": "2"},
)


def test_a_state_is_read_as_it_was_written(tmp_path: Path) -> None:
    written = write(FINAL, {"1": b"one", "2": b"two"}.__getitem__, tmp_path)
    assert load(tmp_path) == written
    assert (tmp_path / "b").read_bytes() == b"two"
    document = json.loads((tmp_path / MANIFEST).read_text())
    assert document["status"] == "answered"
    assert document["result"] == [{"file": "a"}, None, {"files": ["a", "b"]}]
    assert document["expected"] == [{"value": {"expected": None}}, {"value": None}, None]


def folder(tmp_path: Path, **fields: Any) -> Path:
    tmp_path.mkdir(parents=True, exist_ok=True)
    (tmp_path / MANIFEST).write_text(json.dumps({"status": "done", **fields}))
    (tmp_path / "plain").write_text("x")
    (tmp_path / "inside").mkdir()
    (tmp_path / "link").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(
    "name", ["missing", "inside", "link", "pipe", "../plain", "/etc/passwd", "inside/x", ""]
)
def test_a_name_that_is_no_file_beside_the_manifest_is_refused(name: str, tmp_path: Path) -> None:
    for entry in ({"file": name}, {"files": ["plain", name]}):
        with pytest.raises(JudgeError, match="no file beside") as caught:
            load(folder(tmp_path / str(len(entry)) / next(iter(entry)), result=[entry], expected=[None]))
        assert caught.value.failure is Failure.JUDGE


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"status": "won"}, "status is 'won'"),
        ({"results": []}, "results"),
        ({"result": [{"file": "plain", "value": 1}]}, "give one of"),
        ({"result": [{}]}, "give one of"),
        ({"result": [{"path": "plain"}]}, "path"),
        ({"result": "plain"}, "result is 'plain'"),
    ],
)
def test_a_manifest_is_closed(fields: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=said):
        load(folder(tmp_path, **fields))


@pytest.mark.parametrize("text", ["", "[]", "{broken", "[" * 100_000])
def test_a_broken_manifest_is_the_judges_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(JudgeError) as caught:
        load(tmp_path)
    assert caught.value.failure is Failure.JUDGE
