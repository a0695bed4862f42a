"""The root filesystem that every desktop shares: built once, read-only ever after."""

from pathlib import Path

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import recipe
from scalecua.desktop.cache import cache_dir
from scalecua.desktop.packages import check

STAMP = ".scalecua-complete"


def path(apps: str = "light") -> Path:
    """The finished root filesystem; DesktopError saying how to build it if there is none."""
    found = tree(apps)
    if not (found / STAMP).is_file():
        more = "" if apps == "light" else f" --apps {apps}"
        raise DesktopError(
            f"the desktop's root filesystem {found} is not built; run `scalecua desktop build{more}`",
            failure=Failure.START,
        )
    return found


def tree(apps: str) -> Path:
    """Where the root filesystem of a group of applications is, built or not."""
    check(apps)
    return cache_dir() / "rootfs" / f"{apps}-{recipe.fingerprint(apps)}"
