"""Limits on a whole desktop by control groups, version 1 or 2, where this user may make them."""

import os
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from scalecua.desktop.process import kill

PREFIX = "scalecua-"
LIMITS_V1 = {"memory": ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"), "pids": ("pids.max",)}
LIMITS_V2 = {"memory": ("memory.max",), "pids": ("pids.max",)}
DRAIN_S = 3.0
# A removed group stays in the kernel, and slows all others, while file pages that it was the first to read
# are cached. Up to so many bytes are dropped from the cache; more would have to be read again soon.
DROPPED = 4 << 20


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """A folder of the control-group file system in which groups can be made, and what they can limit."""

    folder: Path
    version: int
    controllers: tuple[str, ...]


def available() -> tuple[Hierarchy, ...]:
    """Where this process can make control groups that limit memory or processes; found out by trying."""
    found: list[Hierarchy] = []
    for hierarchy in _candidates():
        limited = {name for known in found for name in known.controllers}
        names = tuple(name for name in hierarchy.controllers if name not in limited)
        if names and _works(Hierarchy(hierarchy.folder, hierarchy.version, names)):
            found.append(Hierarchy(hierarchy.folder, hierarchy.version, names))
    return tuple(found)


def missing(hierarchies: tuple[Hierarchy, ...]) -> tuple[str, ...]:
    """Which limits on a whole desktop cannot be set."""
    have = {name for hierarchy in hierarchies for name in hierarchy.controllers}
    return tuple(name for name in LIMITS_V1 if name not in have)


def paths(hierarchies: tuple[Hierarchy, ...], name: str) -> tuple[Path, ...]:
    """The groups that a desktop of this name has, or will have."""
    return tuple(hierarchy.folder / f"{PREFIX}{name}" for hierarchy in hierarchies)


def create(hierarchies: tuple[Hierarchy, ...], name: str, *, memory_mb: int, processes: int) -> None:
    """Make the groups of one desktop and set their limits; OSError if one is refused."""
    values = {"memory": str(memory_mb << 20), "pids": str(processes)}
    for hierarchy, group in zip(hierarchies, paths(hierarchies, name), strict=True):
        group.mkdir()
        files = LIMITS_V1 if hierarchy.version == 1 else LIMITS_V2
        for controller in hierarchy.controllers:
            for file in files[controller]:
                if (group / file).exists():
                    (group / file).write_text(values[controller])


def destroy(group: Path) -> None:
    """Kill what is left in a group and remove it."""
    end = time.monotonic() + DRAIN_S
    drop_pages(group)
    while group.is_dir() and time.monotonic() < end:
        try:
            group.rmdir()
        except OSError:
            for pid in members(group):
                kill(pid)
            time.sleep(0.01)


def drop_pages(group: Path) -> None:
    """Give back what files a memory group without processes has in the cache, where it is little."""
    versions = (("memory.usage_in_bytes", "memory.force_empty"), ("memory.current", "memory.reclaim"))
    for usage, drop in versions:
        try:
            used = int((group / usage).read_text())
            if 0 < used <= DROPPED:
                (group / drop).write_text(str(used))
        except OSError:
            # No memory group of this version, or in use: then it is removed as it is.
            continue


def members(group: Path) -> tuple[int, ...]:
    """Pids in a group."""
    try:
        return tuple(int(word) for word in (group / "cgroup.procs").read_text().split())
    except OSError:
        return ()


def out_of_memory(group: Path) -> bool:
    """Whether the kernel killed a process of the group for want of memory."""
    for name, key in (("memory.events", "oom_kill"), ("memory.oom_control", "oom_kill")):
        try:
            lines = (group / name).read_text().splitlines()
        except OSError:
            continue
        return any(line.split()[0] == key and line.split()[1] != "0" for line in lines)
    return False


def _candidates() -> list[Hierarchy]:
    """Our own place in every mounted hierarchy that has a controller of interest."""
    places = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, place = line.split(":", 2)
        places[names] = place
    found = []
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        head, _, tail = line.partition(" - ")
        root, point = head.split()[3:5]
        kind, _, options = tail.split()[:3]
        if kind == "cgroup2":
            folder = _inside(point, root, places.get("", "/"))
            found.append(Hierarchy(folder, 2, tuple(LIMITS_V2)))
        elif kind == "cgroup":
            wanted = tuple(name for name in LIMITS_V1 if name in options.split(","))
            shared = [path for names, path in places.items() if set(wanted) & set(names.split(","))]
            if wanted and shared:
                found.append(Hierarchy(_inside(point, root, shared[0]), 1, wanted))
    return found


def _inside(point: str, root: str, place: str) -> Path:
    """The folder of group `place` in a hierarchy whose group `root` is mounted at `point`."""
    relative = os.path.relpath(place, root) if place.startswith(root) else "."
    return Path(point) / relative


def _works(hierarchy: Hierarchy) -> bool:
    """Whether a group can be made there that has the files of its limits."""
    group = hierarchy.folder / f"{PREFIX}probe-{uuid.uuid4().hex[:8]}"
    files = LIMITS_V1 if hierarchy.version == 1 else LIMITS_V2
    try:
        if hierarchy.version == 2:
            enable = " ".join(f"+{name}" for name in hierarchy.controllers)
            (hierarchy.folder / "cgroup.subtree_control").write_text(enable)
        group.mkdir()
    except OSError:
        return False
    try:
        wanted = [files[name][0] for name in hierarchy.controllers]
        return all((group / file).exists() for file in (*wanted, "cgroup.procs")) and os.access(
            hierarchy.folder / "cgroup.procs", os.W_OK
        )
    finally:
        group.rmdir()
