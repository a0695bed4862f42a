"""One sandbox: a read-only root filesystem, fresh memory-backed home and tmp, no network, no privilege.

The kernel is shared with the host: a sandbox keeps honest programs apart and bounds careless ones;
it is no defence against an exploit of the kernel.
"""

import asyncio
import json
import os
import random
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import cgroups, process, reap, rootfs, run_folder, stage

# Above every range that Debian, systemd or subuid allocate from; a uid for each desktop.
FIRST_UID, UIDS = 1_879_048_192, 1 << 20
TMP_MB = 512
LOG_LINES = 60
INSIDE = "/run/scalecua"
# Joins the control groups named before "--", then becomes the command after it.
JOIN = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 97; shift; done; shift; exec "$@"'


@dataclass(slots=True)
class Sandbox:
    """A running sandbox and what must be removed with it."""

    folder: run_folder.RunFolder
    groups: tuple[Path, ...] = ()
    process: asyncio.subprocess.Process | None = None
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    reader: asyncio.Task[None] | None = None

    @property
    def alive(self) -> bool:
        """Whether its first process still runs."""
        return self.process is not None and self.process.returncode is None

    def epitaph(self) -> str:
        """The last words of the guest, for an error message."""
        return " | ".join(list(self.log)[-4:]) or "it said nothing"

    def out_of_memory(self) -> bool:
        """Whether the kernel killed one of its processes for want of memory."""
        return any(cgroups.peak_exceeded(group) for group in self.groups)

    async def destroy(self) -> None:
        """End every process of the sandbox and remove its traces; may be called twice."""
        if self.process is not None:
            # The sandbox's own init first: with it every process inside ends, and then bwrap itself.
            for pid in process.children(self.process.pid):
                process.kill(pid)
            if self.process.returncode is None:
                try:
                    await asyncio.wait_for(self.process.wait(), 2.0)
                except TimeoutError:
                    process.kill(self.process.pid)
                    await self.process.wait()
        if self.reader is not None:
            self.reader.cancel()
        await asyncio.to_thread(reap.clean, self.folder, self.groups)


def command(
    *,
    tree: Path,
    guest: Path,
    folder: run_folder.RunFolder,
    snapshot: Snapshot,
    section: DesktopSection,
    data_mb: int,
) -> list[str]:
    """The bwrap command line of a desktop."""
    start = {
        "width": snapshot.width,
        "height": snapshot.height,
        "text_scale": snapshot.text_scale,
        "processes": section.processes,
        "data_mb": data_mb,
        "socket": f"{INSIDE}/{folder.socket.name}",
    }
    home, tmp, small = str(section.home_mb << 20), str(TMP_MB << 20), str(16 << 20)
    return [
        "bwrap",
        *("--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"),
        *("--uid", "1000", "--gid", "1000", "--hostname", "desktop"),
        *("--ro-bind", str(tree), "/"),
        *("--ro-bind", str(guest), "/opt/scalecua/guest"),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--size", tmp, "--tmpfs", "/dev/shm"),
        *("--size", tmp, "--tmpfs", "/tmp"),
        *("--size", tmp, "--tmpfs", "/var/tmp"),
        *("--size", small, "--tmpfs", "/run"),
        *("--size", home, "--tmpfs", "/home/user"),
        *("--bind", str(folder.shared), INSIDE),
        *("--setenv", "PYTHONPATH", "/opt/scalecua", "--setenv", "PATH", "/usr/bin:/bin"),
        *("--chdir", "/"),
        *("/usr/bin/python3", "-m", "guest", json.dumps(start)),
    ]


def wrapped(argv: list[str], groups: tuple[Path, ...], uid: int | None) -> list[str]:
    """`argv` preceded by what joins the control groups and gives up root's identity."""
    if uid is not None:
        drop = ["setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups", "--no-new-privs"]
        argv = [*drop, *argv]
    if groups:
        argv = ["sh", "-c", JOIN, "sh", *(str(group / "cgroup.procs") for group in groups), "--", *argv]
    return argv


async def start(
    snapshot: Snapshot, section: DesktopSection, hierarchies: tuple[cgroups.Hierarchy, ...]
) -> Sandbox:
    """Start a sandbox; it is not ready yet, and the caller destroys it.

    bwrap dies with the *thread* that started it: call this on an event loop that outlives the
    desktop, which asyncio's main thread does.
    """
    tree = rootfs.path()
    guest = await asyncio.to_thread(stage.stage, tree)
    uid = FIRST_UID + random.randrange(UIDS) if os.geteuid() == 0 else None
    sandbox = Sandbox(run_folder.create(uid))
    try:
        with boundary(DesktopError, "cannot start a sandbox", failure=Failure.START):
            sandbox.groups = cgroups.create(
                hierarchies, sandbox.folder.id, memory_mb=section.memory_mb, processes=section.processes
            )
            sandbox.folder.claim(sandbox.groups, tree)
            data_mb = section.memory_mb if "memory" in cgroups.missing(hierarchies) else 0
            argv = command(
                tree=tree,
                guest=guest,
                folder=sandbox.folder,
                snapshot=snapshot,
                section=section,
                data_mb=data_mb,
            )
            sandbox.process = await asyncio.create_subprocess_exec(
                *wrapped(argv, sandbox.groups, uid),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
            )
            sandbox.reader = asyncio.create_task(_read(sandbox))
    except BaseException:
        await sandbox.destroy()
        raise
    return sandbox


async def _read(sandbox: Sandbox) -> None:
    """Keep the last lines the guest says; read on so that it never blocks."""
    assert sandbox.process is not None
    stream = sandbox.process.stdout
    assert stream is not None
    rest = b""
    while chunk := await stream.read(4096):
        *lines, rest = (rest + chunk)[-8192:].split(b"\n")
        sandbox.log.extend(line.decode("utf-8", "replace").strip() for line in lines if line.strip())
    if rest.strip():
        sandbox.log.append(rest.decode("utf-8", "replace").strip())
