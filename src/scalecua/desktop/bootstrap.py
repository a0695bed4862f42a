"""Runs Debian's bootstrap tool, and says in the user's terms what went wrong with it."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import recipe
from scalecua.desktop.cache import cache_dir
from scalecua.desktop.packages import GROUPS

Progress = Callable[[str], Any]
LIGHT_MB, GROUP_MB = 3000, 1800
NETWORK_SIGNS = ("resolving", "resolve", "connect", "failed to fetch", "unreachable", "timed out")


def needed_mb(apps: str) -> int:
    """Free disk that a build takes at its height, MiB."""
    return LIGHT_MB + GROUP_MB * (len(GROUPS[apps]) - 1)


def bootstrap(apps: str, work: Path, progress: Progress) -> None:
    """Run mmdebstrap into tar; its own words are the progress lines."""
    (work / "tree").mkdir(mode=0o755)
    (work / "tmp").mkdir(mode=0o1777)
    progress("downloading and unpacking Debian packages (minutes, hundreds of MB)")
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
            f"the disk of {cache_dir()} is full; free some of it or set SCALECUA_CACHE",
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
