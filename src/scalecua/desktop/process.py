"""Processes by identity: a pid alone may be another's tomorrow, a pid with its start time may not."""

import os
import signal
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProcessId:
    """A process as it can be recognised later; `started` is in clock ticks since boot."""

    pid: int
    started: int

    @classmethod
    def of(cls, pid: int) -> "ProcessId | None":
        """The process that has `pid` now, or None if none has."""
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return None
        state, *rest = stat.rpartition(")")[2].split()
        return None if state in "ZX" else cls(pid, int(rest[18]))

    def alive(self) -> bool:
        """Whether this very process still runs."""
        return ProcessId.of(self.pid) == self

    def kill(self) -> None:
        """SIGKILL it, unless it has ended."""
        if self.alive():
            kill(self.pid)


def kill(pid: int) -> None:
    """SIGKILL a process that may have ended already."""
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def children(pid: int) -> tuple[int, ...]:
    """Pids of the direct children of `pid`."""
    try:
        return tuple(int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    except OSError:
        return ()


def with_arguments(*words: str) -> tuple[int, ...]:
    """Pids of processes that have exactly these `words`, side by side, among their arguments."""
    wanted = b"".join(b"\0" + word.encode() for word in words) + b"\0"
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if wanted in line:
                found.append(int(entry.name))
    return tuple(found)
