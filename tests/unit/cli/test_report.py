"""`scalecua report` builds the report of a run folder, and says what is no run."""

import json
import subprocess
import sys
from pathlib import Path

from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder, open_run


def report(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scalecua", "report", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_run_that_has_only_begun_has_a_page(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assemble.store(open_run(run, [], [], resume=False), RunFolder(run)).close()
    found = report(str(run), "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["finished"] is False
    assert (run / "report.html").exists()
    assert not (run / "report.json").exists()


def test_a_folder_without_a_run_is_a_usage_fault(tmp_path: Path) -> None:
    found = report(str(tmp_path / "none"))
    assert (found.returncode, found.stdout) == (2, "")
    assert "holds no run" in found.stderr
    assert not (tmp_path / "none").exists()
