"""`task new`, `task run` and `task verify` as a person calls them, one after the other, on a live desktop."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.folder import load
from scalecua.verify.badge import valid

pytestmark = pytest.mark.desktops
LIMIT_S = 180


def called(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
    argv = [sys.executable, "-m", "scalecua", "task", *map(str, arguments), "--json"]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode == code, done.stderr
    read = json.loads(done.stdout)
    assert isinstance(read, dict)
    return read


def test_a_task_is_begun_played_and_proven(tmp_path: Path) -> None:
    task = tmp_path / "shopping"
    assert called("new", "shopping", "--to", tmp_path) == {"task": "shopping", "path": str(task)}
    solved = called("run", task, "--to", tmp_path / "solved.html")
    assert (solved["reward"], solved["turns"]) == (1.0, 4)
    assert solved["checks"] == {"added": 1.0, "as the last line": 1.0}
    page = (tmp_path / "solved.html").read_text()
    assert page.count('<img src="data:image/webp;base64,') == 4
    assert "as the last line" in page
    assert load(task).instruction in page
    untouched = called("run", task, "--by", "null", "--to", tmp_path / "untouched.html")
    assert untouched["reward"] == 0.0
    proof = called("verify", task, "--parallel", "2", "--keep", tmp_path / "keep")
    assert proof["verified"] == 1
    assert proof["matrix"]["near miss"]["attacks"] >= 8
    assert valid(load(task), task)


def test_a_reference_that_does_not_solve_its_task_is_told(tmp_path: Path) -> None:
    called("new", "wrong", "--to", tmp_path)
    file = tmp_path / "wrong" / "solution.json"
    solution = json.loads(file.read_text())
    file.write_text(json.dumps({**solution, "steps": solution["steps"][:2]}))
    assert called("run", tmp_path / "wrong", "--to", tmp_path / "a.html", code=1)["reward"] == 0.0
