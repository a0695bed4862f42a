"""What a desktop weighs: the proportional set size of its processes, pages shared between desktops split."""

from pathlib import Path


def memory_mb(desktop: str) -> float:
    """Proportional set size of every process of the sandbox, MiB."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    parents = {pid: _parent(pid) for pid in pids}
    members = {pid for pid in pids if desktop in _command_line(pid)}
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    return sum(_pss_kb(pid) for pid in members) / 1024


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def _pss_kb(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
