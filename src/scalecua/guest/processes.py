"""Processes of the desktop: which there are, the end of all but a few, how the kernel treats those."""

import os
import signal
import time
from pathlib import Path

from .refused import Refused

INIT = 1
POLL_S = 0.0005


def others(keep: frozenset[int]) -> list[int]:
    """Pids of living processes but `keep`, the sandbox's init and this one; our dead children are reaped."""
    mine = {INIT, os.getpid(), *keep}
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) in mine:
            continue
        pid = int(entry.name)
        try:
            state, parent = (entry / "stat").read_bytes().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state not in b"ZX":
            found.append(pid)
        elif int(parent) == os.getpid():
            _reap(pid)
    return found


def _reap(pid: int) -> None:
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return


def end_others(keep: frozenset[int], timeout_s: float) -> None:
    """Kill all but `keep`; Refused naming what is left when time is up.

    The kernel stops all of them in one step, so that none can fork away from the killing.
    """
    end = time.monotonic() + timeout_s
    _tell(-1, signal.SIGSTOP)
    try:
        while left := others(keep):
            if time.monotonic() > end:
                raise Refused(f"processes {left[:10]} do not end", 503)
            for pid in left:
                _tell(pid, signal.SIGKILL)
            time.sleep(POLL_S)
    finally:
        for pid in keep:
            _tell(pid, signal.SIGCONT)


def _tell(pid: int, what: signal.Signals) -> None:
    try:
        os.kill(pid, what)
    except ProcessLookupError:
        return


def treatment(pid: int) -> tuple[object, ...]:
    """What others of the same user may have changed about a process: its priority, cores, limits."""
    fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    priority, nice, policy = fields[15], fields[16], fields[38]
    limits = Path(f"/proc/{pid}/limits").read_bytes()
    score = Path(f"/proc/{pid}/oom_score_adj").read_bytes()
    return priority, nice, policy, limits, score, os.sched_getaffinity(pid)


def resident_mb(pid: int) -> float:
    """Memory a process has in use that it shares with no file, MiB."""
    _, resident, shared = Path(f"/proc/{pid}/statm").read_bytes().split()[:3]
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
