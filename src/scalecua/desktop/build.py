"""Builds root filesystems, one at a time, each whole or not at all."""

import asyncio
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import homes, recipe, rootfs, run_folder
from scalecua.desktop.bootstrap import Progress, bootstrap, needed_mb
from scalecua.desktop.cache import cache_dir
from scalecua.desktop.rootfs import STAMP

OLD_S = 86_400.0
TOOLS = ("mmdebstrap", "tar", "bwrap")


def build(apps: str = "light", progress: Progress = print) -> Path:
    """Build the root filesystem unless it is up to date; safe to interrupt and to repeat."""
    tree = rootfs.tree(apps)
    if (tree / STAMP).is_file():
        progress(f"the root filesystem is up to date: {tree}")
        return tree
    _require(apps)
    with _lock(progress):
        if not (tree / STAMP).is_file():
            _clear_leftovers(tree)
            _make(apps, tree, progress)
            _remove_old(apps, tree)
    progress(f"the root filesystem is ready: {tree}")
    return tree


def _require(apps: str) -> None:
    """Refuse to start what cannot end well."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if os.geteuid() != 0 and shutil.which("newuidmap") is None:
        missing.append("newuidmap (package uidmap)")
    if missing:
        raise DesktopError(
            f"cannot build desktops without {', '.join(missing)}; "
            "run `apt install mmdebstrap bubblewrap uidmap tar`, then build again"
        )
    folder = cache_dir()
    with boundary(DesktopError, f"cannot make the cache folder {folder}; set SCALECUA_CACHE to another"):
        folder.mkdir(parents=True, exist_ok=True)
    free, needed = shutil.disk_usage(folder).free >> 20, needed_mb(apps)
    if free < needed:
        raise DesktopError(
            f"{folder} has {free} MiB free and a build needs {needed}; free some or set SCALECUA_CACHE",
            failure=Failure.DISK,
        )


@contextmanager
def _lock(progress: Progress) -> Iterator[None]:
    """One build at a time; a second one waits and then finds the work done."""
    folder = cache_dir() / "rootfs"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "build.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("another build is running; waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _clear_leftovers(tree: Path) -> None:
    """Remove what an interrupted build left; only called while the lock is held."""
    for leftover in tree.parent.glob("building-*"):
        mounted = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
        if any(Path(point).is_relative_to(leftover) for point in mounted):
            raise DesktopError(
                f"{leftover} of an interrupted build has mounts in it; unmount them and build again"
            )
        shutil.rmtree(leftover, ignore_errors=True)
    if tree.exists():
        shutil.rmtree(tree)


def _remove_old(apps: str, tree: Path) -> None:
    """Remove earlier versions that no live desktop uses and no running process can still want."""
    used = {folder.record().get("rootfs") for folder in run_folder.every()}
    for old in tree.parent.glob(f"{apps}-*"):
        age_s = time.time() - old.stat().st_mtime
        if old != tree and str(old) not in used and age_s > OLD_S:
            shutil.rmtree(old, ignore_errors=True)


def _make(apps: str, tree: Path, progress: Progress) -> None:
    work = Path(tempfile.mkdtemp(prefix="building-", dir=tree.parent))
    # The desktops' uid is not ours: it must be able to walk to the tree.
    work.chmod(0o755)
    try:
        bootstrap(apps, work, progress)
        with boundary(DesktopError, "cannot finish the root filesystem", failure=Failure.DISK):
            recipe.finish(apps, work / "tree")
        asyncio.run(homes.make(work / "tree", apps, progress))
        with boundary(DesktopError, "cannot finish the root filesystem", failure=Failure.DISK):
            (work / "tree" / STAMP).touch()
            (work / "tree").rename(tree)
    except KeyboardInterrupt as cause:
        raise DesktopError(
            "the build was interrupted; run `scalecua desktop build` to start it anew"
        ) from cause
    finally:
        shutil.rmtree(work, ignore_errors=True)
