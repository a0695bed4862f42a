"""A run trains on whatever holds its desktops: containers, or desktop hosts over HTTP."""

import json
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from scalecua.desktop.live import every

from ..host import TOKEN, host
from .runs import finish, start

pytestmark = [pytest.mark.desktops, pytest.mark.timeout(420)]


def of(run: Path, pid: int) -> bool:
    """Whether the process is one the run started: a machine may hold the desktops of others."""
    try:
        return psutil.Process(pid).environ().get("OF_THIS_RUN") == str(run)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("backend", ["hosts", pytest.param("docker", marks=pytest.mark.docker)])
def test_a_run_trains_on_these_desktops(
    backend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCALECUA_TOKEN", TOKEN)
    run, chosen = tmp_path / "run", [f"desktop.backend={backend}", "desktop.start_timeout_s=60"]
    with ExitStack() as stack:
        if backend == "hosts":
            address, _ = stack.enter_context(host())
            chosen.append(f"desktop.addresses=['{address}']")
        monkeypatch.setenv("OF_THIS_RUN", str(run))
        finish(run, start(run, resume=False, extra=[*chosen, "learner.iterations=1"]))
        assert not [one for one in every() if of(run, one.owner)]
    report = json.loads((run / "report.json").read_text())
    assert [row["update"] for row in report["updates"]] == [0]
    assert report["success_after"]["n"] == report["success_before"]["n"] == 2
    assert report["updates"][0]["turns"] > 0
    assert not any(report["evaluation_failures"].values())
