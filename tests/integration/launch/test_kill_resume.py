"""A run killed at any moment goes on, does the same work, and leaves no process behind."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from .runs import finish, start

pytestmark = [pytest.mark.desktops, pytest.mark.timeout(420)]
GONE_S = 10.0


def rows(run: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(f"file:{run / 'store.sqlite'}?mode=ro", uri=True, timeout=30)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def tasks(run: Path) -> Counter[object]:
    return Counter(row[0] for row in rows(run, "select task_id from groups where origin = 'rollout'"))


def progress(run: Path) -> int:
    """Trajectories recorded so far; 0 while there is no database yet."""
    try:
        count = rows(run, "select count(*) from trajectories")[0][0]
    except sqlite3.OperationalError:
        return 0
    assert isinstance(count, int)
    return count


def family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    me = psutil.Process(process.pid)
    return [me, *me.children(recursive=True)]


def words(process: psutil.Process) -> list[str]:
    """The command line; empty for a process that has ended, reaped or not."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    return [p for p in processes if p.is_running() and words(p)]


def victim(process: subprocess.Popen[bytes], name: str) -> psutil.Process | None:
    """The launcher, or the child that serves as `name`; None while it is not up."""
    if name == "launcher":
        return psutil.Process(process.pid)
    return next((p for p in family(process)[1:] if name in words(p)[3:6]), None)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("runs") / "undisturbed"
    finish(run, start(run, resume=False))
    return run


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "killed"
    log = tmp_path / "killed.log"
    if log.exists():
        print(log.read_text())


def kill_when(process: subprocess.Popen[bytes], run: Path, name: str, recorded: int) -> list[psutil.Process]:
    """SIGKILL the victim once so many trajectories are recorded; returns the family as it was."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        target = victim(process, name) if progress(run) >= recorded else None
        if target is not None:
            members = family(process)
            os.kill(target.pid, signal.SIGKILL)
            return members
        assert process.poll() is None, "the run ended before it could be killed"
        time.sleep(0.02)
    raise AssertionError(f"{name} did not come up with {recorded} trajectories recorded")


def all_gone(members: list[psutil.Process]) -> bool:
    deadline = time.monotonic() + GONE_S
    while time.monotonic() < deadline:
        if not alive(members):
            return True
        time.sleep(0.1)
    return False


def check_finished(run: Path, undisturbed: Path) -> None:
    report = json.loads((run / "report.json").read_text())
    assert report["success_after"]["n"] == report["success_before"]["n"] == 2
    assert tasks(run) == tasks(undisturbed)
    ends = Counter(row[0] for row in rows(run, "select state from leases"))
    assert set(ends) <= {"scored", "failed", "lost"}
    members = rows(run, "select group_seq, member from leases where state = 'scored'")
    assert len(members) == len(set(members))
    scored = rows(run, "select count(*) from trajectories where origin != 'demonstration'")[0][0]
    assert scored == ends["scored"] + ends["failed"]
    assert [row["update"] for row in report["updates"]] == [0, 1, 2]


def test_a_run_whose_launcher_is_killed_again_and_again_goes_on(run: Path, undisturbed: Path) -> None:
    for round_, recorded in enumerate((1, 4, 9)):
        process = start(run, resume=round_ > 0)
        members = kill_when(process, run, "launcher", recorded)
        process.wait(timeout=10)
        assert all_gone(members), [words(p) for p in alive(members)]
    finish(run, start(run, resume=True))
    check_finished(run, undisturbed)
    built = subprocess.run(
        [sys.executable, "-m", "scalecua", "report", str(run), "--json"], capture_output=True, check=True
    )
    assert json.loads(built.stdout) == json.loads((run / "report.json").read_text())


def test_a_finished_run_is_left_as_it_is(undisturbed: Path) -> None:
    before = (undisturbed / "report.json").read_bytes()
    finish(undisturbed, start(undisturbed, resume=True))
    assert (undisturbed / "report.json").read_bytes() == before
    (undisturbed / "report.json").unlink()
    finish(undisturbed, start(undisturbed, resume=True))
    assert (undisturbed / "report.json").read_bytes() == before


def test_a_run_says_where_it_is_and_leaves_something_to_look_at(undisturbed: Path) -> None:
    told = (undisturbed.parent / f"{undisturbed.name}.log").read_text()
    for said in ("evaluating before training", "update 3/3", "training is done", "report.html"):
        assert said in told
    page = (undisturbed / "report.html").read_text()
    for part in ("Held-out variants, by template", "Learning curve", "Where the frontier moved", "Failures"):
        assert part in page
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", page)
    report = json.loads((undisturbed / "report.json").read_text())
    assert sum(report["time"]["parts"].values()) > 0
    assert report["paired"]["sampled"]["n"] == 2
    assert report["seconds"] > 0
    assert list((undisturbed / "tensorboard").iterdir())
    assert (undisturbed / "figures" / "success.png").stat().st_size > 0


def test_a_worker_or_learner_that_is_killed_is_replaced(run: Path, undisturbed: Path) -> None:
    process = start(run, resume=False)
    kill_when(process, run, "worker", 3)
    kill_when(process, run, "learner", 4)
    members = family(process)
    finish(run, process)
    assert all_gone(members)
    check_finished(run, undisturbed)


def test_a_worker_that_falls_silent_is_replaced(run: Path, undisturbed: Path) -> None:
    process = start(run, resume=False, extra=["launch.silence_s=20"])
    deadline = time.monotonic() + 120
    while progress(run) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    stopped = victim(process, "worker")
    assert stopped is not None
    stopped.suspend()
    finish(run, process)
    assert "no sign of life for 20 s" in (run / "logs" / "worker.log").read_text()
    assert not stopped.is_running()
    check_finished(run, undisturbed)


def test_a_run_that_is_asked_to_stop_stops_with_all_it_started(run: Path) -> None:
    process = start(run, resume=False)
    deadline = time.monotonic() + 60
    while progress(run) < 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    members = family(process)
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=30) == 128 + signal.SIGTERM
    assert all_gone(members)
