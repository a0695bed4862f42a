"""One desktop in bubblewrap: read-only system, memory-backed home and tmp, no network, no privilege.

The kernel is shared with the host: a sandbox keeps honest programs apart and bounds careless ones;
it is no defence against an exploit of the kernel. The guest server's socket is made outside and
handed in, open and listening: nothing of the host's file system is writable from inside.
"""

import asyncio
import functools
import json
import os
import random
import socket
import subprocess
from pathlib import Path

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, rootfs, run_folder, stage
from scalecua.desktop.backend import guest_start
from scalecua.desktop.reap import reap
from scalecua.desktop.sandbox import Sandbox

# Above every range that Debian, systemd or subuid allocate from; a uid for each desktop.
FIRST_UID, UIDS = 1_879_048_192, 1 << 20
TMP_MB = 512
RUN_MB = 16
BACKLOG = 128
HELP_S = 10.0
# Joins the control groups named before "--", then becomes the command after it.
JOIN = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 97; shift; done; shift; exec "$@"'


def command(
    *,
    mark: tuple[str, ...],
    tree: Path,
    guest: Path,
    ffmpeg: Path,
    start: dict[str, float | int | str],
    section: DesktopSection,
) -> list[str]:
    """The bwrap command line of a desktop; by the `mark` in it `reap` finds its processes."""
    home, tmp, run = (str(size << 20) for size in (section.home_mb, TMP_MB, RUN_MB))
    return [
        "bwrap",
        *("--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000", "--hostname", "desktop"),
        *(("--unshare-user", "--disable-userns") if forbids_namespaces() else ()),
        *("--ro-bind", str(tree), "/"),
        *("--ro-bind", str(guest), "/opt/scalecua/guest"),
        *("--ro-bind", str(ffmpeg), f"/opt/scalecua/guest/{stage.FFMPEG}"),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", tmp, "--tmpfs", "/dev/shm"),
        *(("--mqueue", "/dev/mqueue") if _message_queues() else ()),
        *("--remount-ro", "/dev"),
        *("--size", tmp, "--tmpfs", "/tmp"),
        *("--size", tmp, "--tmpfs", "/var/tmp"),
        *("--size", run, "--tmpfs", "/run"),
        *("--size", home, "--tmpfs", "/home/user"),
        *("--setenv", "PYTHONPATH", "/opt/scalecua", "--setenv", "PATH", "/usr/bin:/bin"),
        *mark,
        *("--chdir", "/"),
        *("/usr/bin/python3", "-m", "guest", json.dumps(start)),
    ]


@functools.cache
def forbids_namespaces() -> bool:
    """Whether this bwrap (0.8 and later) can keep what is inside from new namespaces, where it were root."""
    said = subprocess.run(["bwrap", "--help"], capture_output=True, text=True, timeout=HELP_S, check=False)
    return "--disable-userns" in said.stdout + said.stderr


@functools.cache
def _message_queues() -> bool:
    """Whether the kernel has POSIX message queues; they can only be cleared where they are mounted."""
    return "mqueue" in Path("/proc/filesystems").read_text()


def wrapped(argv: list[str], groups: tuple[Path, ...], uid: int | None) -> list[str]:
    """`argv` preceded by what joins the control groups and gives up root's identity."""
    if uid is not None:
        drop = ["setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--no-new-privs"]
        argv = [*drop, *argv]
    if groups:
        argv = ["sh", "-c", JOIN, "sh", *(str(group / "cgroup.procs") for group in groups), "--", *argv]
    return argv


class Bubblewrap:
    """Implements `Backend`.

    bwrap dies with the *thread* that started it: use this on an event loop that outlives the desktops, which
    asyncio's main thread does.
    """

    def __init__(self, section: DesktopSection, tree: Path | None = None) -> None:
        """`tree` is a root filesystem to use before it is finished."""
        self._section = section
        self._tree = tree
        self._hierarchies: tuple[cgroups.Hierarchy, ...] = ()

    async def prepare(self) -> None:
        """Clean up after dead processes, and find out which limits can be set."""
        await asyncio.to_thread(reap)
        self._hierarchies = await asyncio.to_thread(cgroups.available)

    async def start(self, snapshot: Snapshot) -> Sandbox:
        """Start a sandbox; it is not ready yet, and the caller destroys it."""
        tree = self._tree or rootfs.path(self._section.apps)
        return await _start(snapshot, self._section, self._hierarchies, tree)

    async def close(self) -> None:
        """Nothing is held."""


async def _start(
    snapshot: Snapshot, section: DesktopSection, hierarchies: tuple[cgroups.Hierarchy, ...], tree: Path
) -> Sandbox:
    guest = await asyncio.to_thread(stage.stage, tree)
    sandbox = Sandbox(run_folder.create())
    try:
        with boundary(DesktopError, "cannot start a sandbox", failure=Failure.START):
            sandbox.groups = cgroups.paths(hierarchies, sandbox.folder.id)
            sandbox.folder.claim(sandbox.groups, tree)
            cgroups.create(
                hierarchies, sandbox.folder.id, memory_mb=section.memory_mb, processes=section.processes
            )
            sandbox.attend(await _spawn(sandbox, tree, guest, snapshot, section, hierarchies))
    except BaseException:
        await sandbox.destroy()
        raise
    return sandbox


async def _spawn(
    sandbox: Sandbox,
    tree: Path,
    guest: Path,
    snapshot: Snapshot,
    section: DesktopSection,
    hierarchies: tuple[cgroups.Hierarchy, ...],
) -> asyncio.subprocess.Process:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(sandbox.folder.socket))
        listening.listen(BACKLOG)
        start = guest_start(
            snapshot,
            section,
            processes=section.processes,
            data_mb=section.memory_mb if "memory" in cgroups.missing(hierarchies) else 0,
            socket=listening.fileno(),
        )
        argv = command(
            mark=sandbox.folder.mark,
            tree=tree,
            guest=guest,
            ffmpeg=stage.ffmpeg(),
            start=start,
            section=section,
        )
        uid = FIRST_UID + random.randrange(UIDS) if os.geteuid() == 0 else None
        return await asyncio.create_subprocess_exec(
            *wrapped(argv, sandbox.groups, uid),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            pass_fds=(listening.fileno(),),
        )
