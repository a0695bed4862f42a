"""The writable folders of the desktop, made as they were when it began."""

import os
import shutil
import subprocess
from pathlib import Path

from . import session
from .refused import Refused

WRITABLE = (
    session.HOME,
    Path("/tmp"),
    Path("/var/tmp"),
    Path("/dev/shm"),
    Path("/dev/mqueue"),
    Path("/run"),
)
X_FOLDER = Path("/tmp/.X11-unix")
X_FILES = frozenset({Path("/tmp/.X0-lock"), X_FOLDER / "X0"})
REMOVE_S = 20.0


class Folders:
    """Made when the desktop is ready: remembers modes, and which socket is the X server's."""

    def __init__(self) -> None:
        self._modes = {folder: folder.stat().st_mode & 0o7777 for folder in WRITABLE if folder.is_dir()}
        self._server = _identities()

    def renew(self) -> None:
        """Empty all of them, then fill the home; Refused if something would not go."""
        for folder, mode in self._modes.items():
            # What belongs to root nobody here can have changed; only its contents are ours.
            ours = folder.stat().st_uid == os.getuid()
            if ours:
                folder.chmod(0o700)
                for name in os.listxattr(folder):
                    os.removexattr(folder, name)
            _empty(folder)
            if ours:
                folder.chmod(mode)
        if _identities() != self._server:
            raise Refused("the X server's socket was replaced", 503)
        session.prepare_home()


def _identities() -> list[tuple[int, int]]:
    """Which files and folder those of the X server are, and what they permit."""
    found = [path.lstat() for path in (X_FOLDER, *sorted(X_FILES)) if os.path.lexists(path)]
    return [(one.st_ino, one.st_mode) for one in found]


def _empty(folder: Path) -> None:
    """Remove what is in a folder but the X server's own files."""
    with os.scandir(folder) as entries:
        for entry in list(entries):
            path, is_folder = Path(entry.path), entry.is_dir(follow_symlinks=False)
            if path == X_FOLDER and is_folder:
                _empty(path)
            elif path not in X_FILES:
                _remove(path, is_folder)


def _remove(path: Path, is_folder: bool) -> None:
    try:
        if is_folder:
            shutil.rmtree(path)
        else:
            path.unlink()
    except (OSError, RecursionError):
        # Closed or very deep folders: the tools know how.
        for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*tool, "--", str(path)], timeout=REMOVE_S, capture_output=True, check=False)
        if os.path.lexists(path):
            raise Refused(f"{path} cannot be removed", 503) from None
