"""The root filesystem that every desktop shares: built once, read-only ever after."""

import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import recipe, run_folder
from scalecua.desktop.cache import cache_dir
from scalecua.desktop.packages import GROUPS

Progress = Callable[[str], Any]
STAMP = ".scalecua-complete"
NEEDED_MB = 3000
OLD_S = 86_400.0
TOOLS = ("mmdebstrap", "tar", "bwrap")
NETWORK_SIGNS = ("resolving", "resolve", "connect", "failed to fetch", "unreachable", "timed out")


def path(apps: str = "light") -> Path:
    """The finished root filesystem; DesktopError saying how to build it if there is none."""
    tree = _tree(apps)
    if not (tree / STAMP).is_file():
        raise DesktopError(
            f"the desktop's root filesystem {tree} is not built; run `scalecua desktop build`",
            failure=Failure.START,
        )
    return tree


def build(apps: str = "light", progress: Progress = print) -> Path:
    """Build the root filesystem unless it is up to date; safe to interrupt and to repeat."""
    if apps not in GROUPS:
        raise DesktopError(f"unknown application group {apps!r}; there are {', '.join(GROUPS)}")
    tree = _tree(apps)
    if (tree / STAMP).is_file():
        progress(f"the root filesystem is up to date: {tree}")
        return tree
    _require()
    with _lock(progress):
        if not (tree / STAMP).is_file():
            _clear_leftovers(tree)
            _make(apps, tree, progress)
            _remove_old(apps, tree)
    progress(f"the root filesystem is ready: {tree}")
    return tree


def _tree(apps: str) -> Path:
    return cache_dir() / "rootfs" / f"{apps}-{recipe.fingerprint(apps)}"


def _require() -> None:
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
    free = shutil.disk_usage(folder).free >> 20
    if free < NEEDED_MB:
        raise DesktopError(
            f"{folder} has {free} MiB free and a build needs {NEEDED_MB}; free some or set SCALECUA_CACHE",
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
        _bootstrap(apps, work, progress)
        with boundary(DesktopError, "cannot finish the root filesystem", failure=Failure.DISK):
            recipe.finish(work / "tree")
            (work / "tree" / STAMP).touch()
            (work / "tree").rename(tree)
    except KeyboardInterrupt as cause:
        raise DesktopError(
            "the build was interrupted; run `scalecua desktop build` to start it anew"
        ) from cause
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _bootstrap(apps: str, work: Path, progress: Progress) -> None:
    """Run mmdebstrap into tar; its own words are the progress lines."""
    (work / "tree").mkdir(mode=0o755)
    (work / "tmp").mkdir(mode=0o1777)
    progress("downloading and unpacking Debian packages (about a minute, 400 MB)")
    said: list[str] = []
    unpack = ["tar", "-x", "--no-same-owner", "--exclude=./dev/*", "-C", str(work / "tree")]
    environment = {**os.environ, "TMPDIR": str(work / "tmp"), "LC_ALL": "C.UTF-8"}
    with (
        subprocess.Popen(
            recipe.bootstrap(apps, root=os.geteuid() == 0),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=False,
        ) as bootstrap,
        subprocess.Popen(unpack, stdin=bootstrap.stdout, stderr=subprocess.STDOUT) as tar,
    ):
        assert bootstrap.stdout is not None
        assert bootstrap.stderr is not None
        bootstrap.stdout.close()
        try:
            for raw in bootstrap.stderr:
                line = raw.decode("utf-8", "replace").strip()
                said.append(line)
                if line.startswith("I: "):
                    progress(line[3:])
        except BaseException:
            bootstrap.terminate()
            tar.terminate()
            raise
    if bootstrap.returncode or tar.returncode:
        raise _diagnosis(said)


def _diagnosis(said: list[str]) -> DesktopError:
    """What went wrong, from the words of the tool that failed."""
    errors = [line for line in said if line.startswith(("E: ", "W: ", "Err:"))] or said[-3:]
    text = " ".join(said).lower()
    if "no space left" in text:
        return DesktopError(
            f"the disk of {cache_dir()} is full; free {NEEDED_MB} MiB or set SCALECUA_CACHE",
            failure=Failure.DISK,
        )
    if any(sign in text for sign in NETWORK_SIGNS):
        return DesktopError(
            f"packages could not be fetched ({errors[0]}); check the network and http_proxy, and retry",
            failure=Failure.NETWORK,
        )
    if "unshare" in text or "newuidmap" in text or "subuid" in text:
        return DesktopError(
            f"this user may not make user namespaces ({errors[-1]}); run `scalecua doctor` for the remedy"
        )
    return DesktopError(f"mmdebstrap failed: {' | '.join(errors[-3:])}; run the build again to retry")
