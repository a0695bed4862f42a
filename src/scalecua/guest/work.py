"""Who is at work on the desktop.

A look at the states of all threads is no moment in time: work handed from a program not looked at yet to one
looked at already is missed, and on a busy machine a look lasts long. The processor time that programs used
cannot be missed, so nobody is at work when no thread runs or waits and no time was used since the last look.
The X server's own time does not count: what it does for others they wait for, and what it draws it reports.
"""

import os
import time
from pathlib import Path

# Idle applications use nothing at all.
NOTHING_NS = 100_000
# Who runs as far back as the recorder does is not waited for.
BACKGROUND = 10
X_LOCK = Path("/tmp/.X0-lock")
REST_S = 0.01


class Work:
    """Looks at the programs of the desktop again and again; this process is left out."""

    def __init__(self) -> None:
        self._server = _x_server()
        self._spent = self._look(_pids())

    def seen(self) -> bool:
        """Whether anybody worked since the last look or this object was made, or works now."""
        pids = _pids()
        return self._used(pids) > NOTHING_NS or _busy(pids) or self._used(pids) > NOTHING_NS

    def _used(self, pids: list[str]) -> int:
        """The processor time used since it was last asked for, ns."""
        spent = self._look(pids)
        used = sum(time_ns - self._spent.get(pid, 0) for pid, time_ns in spent.items())
        self._spent = spent
        return used

    def _look(self, pids: list[str]) -> dict[str, int]:
        """The processor time of every process but the X server, all its threads together, ns."""
        found = {}
        for pid in pids:
            if pid == self._server:
                continue
            try:
                # The kernel's name for the clock of a process: its inverted number and CPUCLOCK_SCHED.
                found[pid] = time.clock_gettime_ns((~int(pid) << 3) | 2)
            except OSError:
                continue
        return found


def rest(timeout_s: float) -> None:
    """Wait until nobody is at work, or time is up: then everybody has dealt with what the server sent."""
    end = time.monotonic() + timeout_s
    work = Work()
    time.sleep(REST_S)
    while work.seen() and time.monotonic() < end:
        time.sleep(REST_S)


def _x_server() -> str:
    """Its pid; nothing where somebody removed the file that says it."""
    try:
        return X_LOCK.read_text().strip()
    except OSError:
        return ""


def _pids() -> list[str]:
    own = str(os.getpid())
    named = (entry.name for entry in os.scandir("/proc") if entry.name.isdigit() and entry.name != own)
    return [pid for pid in named if _foreground(int(pid))]


def _foreground(pid: int) -> bool:
    try:
        return os.getpriority(os.PRIO_PROCESS, pid) < BACKGROUND
    except OSError:
        return False


def _busy(pids: list[str]) -> bool:
    """Whether any thread runs, or waits for a core or a disk."""
    return any(_state(f"/proc/{pid}/task/{thread}/stat") in b"RD" for pid in pids for thread in _threads(pid))


def _threads(pid: str) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - a tenth of a pathlib's time, for every action
    except OSError:
        return []


def _state(stat: str) -> bytes:
    """The letter of a thread's state, X where it has ended."""
    try:
        file = os.open(stat, os.O_RDONLY)
    except OSError:
        return b"X"
    try:
        line = os.read(file, 512)
    except OSError:
        return b"X"
    finally:
        os.close(file)
    return line[line.rindex(b")") + 2 :][:1]
