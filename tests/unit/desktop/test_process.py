import os
import subprocess
import time
from pathlib import Path

from scalecua.desktop import process
from scalecua.desktop.bubblewrap import wrapped
from scalecua.desktop.cgroups import _inside
from scalecua.desktop.process import ProcessId


def test_process_is_known_by_pid_and_start() -> None:
    me = ProcessId.of(os.getpid())
    assert me is not None
    assert me.alive()
    assert not ProcessId(me.pid, me.started + 1).alive()


def test_ended_process_is_dead_even_before_it_is_reaped() -> None:
    with subprocess.Popen(["sleep", "60.25", "0.5"]) as child:
        identity = ProcessId.of(child.pid)
        assert identity is not None
        assert child.pid in process.children(os.getpid())
        assert _argued(child.pid, "60.25", "0.5")
        assert child.pid not in process.with_arguments("60.2")
        assert child.pid not in process.with_arguments("0.5", "60.25")
        identity.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert not identity.alive()
        assert ProcessId.of(child.pid) is None


def _argued(pid: int, *words: str) -> bool:
    """Whether it is found by its arguments, which the kernel shows a moment after the program began."""
    end = time.monotonic() + 5
    while pid not in process.with_arguments(*words):
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def test_group_is_found_below_its_mount() -> None:
    assert _inside("/sys/fs/cgroup/memory", "/", "/a/b") == Path("/sys/fs/cgroup/memory/a/b")
    assert _inside("/sys/fs/cgroup", "/docker/1", "/docker/1") == Path("/sys/fs/cgroup")


def test_joining_groups_and_giving_up_root(tmp_path: Path) -> None:
    group = tmp_path / "g"
    group.mkdir()
    (group / "cgroup.procs").touch()
    done = subprocess.run(
        wrapped(["echo", "a b", "--", "c"], (group,), None), capture_output=True, text=True, check=True
    )
    assert done.stdout == "a b -- c\n"
    assert (group / "cgroup.procs").read_text().strip().isdigit()
    assert wrapped(["x"], (), 7)[:5] == ["setpriv", "--reuid", "7", "--regid", "7"]
