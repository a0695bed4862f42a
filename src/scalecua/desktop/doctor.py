"""What this machine offers to desktops, found out by trying, and the remedy for what it lacks."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass

from scalecua.core.errors import DesktopError
from scalecua.desktop import cgroups, rootfs
from scalecua.desktop.bootstrap import needed_mb
from scalecua.desktop.cache import cache_dir

OLDEST_PYTHON = (3, 11)
TRY_S = 10.0
PACKAGES = {
    "bwrap": "bubblewrap",
    "mmdebstrap": "mmdebstrap",
    "setpriv": "util-linux",
    "tar": "tar",
    "newuidmap": "uidmap",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at; `remedy` is empty when all is well."""

    name: str
    ok: bool
    detail: str
    remedy: str = ""


def findings() -> tuple[Finding, ...]:
    """Everything desktops need, in the order in which it would be mended."""
    return (
        _python(),
        *(_tool(name) for name in _wanted()),
        _user_namespaces(),
        _disk(),
        _root_filesystem(),
        _limits(),
    )


def _wanted() -> tuple[str, ...]:
    """Root gives up its identity by setpriv; others need newuidmap to build."""
    return ("bwrap", "mmdebstrap", "tar", "setpriv" if os.geteuid() == 0 else "newuidmap")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info[:2] >= OLDEST_PYTHON
    wanted = ".".join(map(str, OLDEST_PYTHON))
    return Finding("python", good, version, "" if good else f"use Python {wanted} or later")


def _tool(name: str) -> Finding:
    where = shutil.which(name)
    return Finding(
        name, where is not None, where or "not found", "" if where else f"apt install {PACKAGES[name]}"
    )


def _user_namespaces() -> Finding:
    """Make a sandbox just as desktops are made, with nothing in it but `true`."""
    name = "user namespaces"
    probe = ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "--uid", "1000", "--gid", "1000", "--", "true"]
    if os.geteuid() == 0:
        probe = [
            "setpriv",
            "--reuid",
            "65534",
            "--regid",
            "65534",
            "--clear-groups",
            "--no-new-privs",
            *probe,
        ]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, timeout=TRY_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return Finding(name, False, f"could not be tried: {error}", "install what is missing above")
    if done.returncode == 0:
        return Finding(name, True, "a sandbox starts")
    return Finding(
        name,
        False,
        done.stderr.strip() or f"code {done.returncode}",
        "allow them: sysctl kernel.unprivileged_userns_clone=1 (Debian), "
        "sysctl kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), "
        "or --security-opt seccomp=unconfined (in a container)",
    )


def _disk() -> Finding:
    folder = cache_dir()
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(there).free >> 20
    good = free >= needed_mb("light")
    remedy = "" if good else f"free {needed_mb('light')} MiB, or set SCALECUA_CACHE to another disk"
    return Finding("disk", good, f"{free} MiB free for {folder}", remedy)


def _root_filesystem() -> Finding:
    try:
        return Finding("root filesystem", True, str(rootfs.path()))
    except DesktopError as error:
        return Finding("root filesystem", False, str(error), "scalecua desktop build")


def _limits() -> Finding:
    """Desktops run without these limits; then one process is bounded instead of the whole desktop."""
    lacking = cgroups.missing(cgroups.available())
    if not lacking:
        return Finding("limits", True, "control groups bound memory and processes of a whole desktop")
    return Finding(
        "limits",
        False,
        f"no control groups for {', '.join(lacking)} of a desktop; each process is bounded instead",
        "run as root, or under `systemd-run --user --scope -p Delegate=yes`",
    )
