"""Where what is built once is kept, and where live desktops leave their sockets."""

import os
import tempfile
from pathlib import Path


def cache_dir() -> Path:
    """SCALECUA_CACHE, or /var/cache/scalecua for root, or ~/.cache/scalecua.

    Root's desktops run under another uid, which must be able to walk to the root filesystem:
    root's own home is closed to it.
    """
    named = os.environ.get("SCALECUA_CACHE")
    if named:
        return Path(named).expanduser().absolute()
    if os.geteuid() == 0:
        return Path("/var/cache/scalecua")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scalecua"


def runtime_dir() -> Path:
    """Folder of the live desktops' run folders; short, because a socket's path has 107 bytes at most."""
    if os.geteuid() == 0:
        return Path("/run/scalecua")
    base = os.environ.get("XDG_RUNTIME_DIR")
    if base and os.access(base, os.W_OK):
        return Path(base) / "scalecua"
    return Path(tempfile.gettempdir()) / f"scalecua-{os.geteuid()}"
