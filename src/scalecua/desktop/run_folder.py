"""A desktop's folder on the host: its socket, who owns it, and what must go when the owner is gone."""

import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop.cache import runtime_dir
from scalecua.desktop.process import ProcessId

OWNER = "owner.json"
# In the backend's place: no desktop, but a sandbox that must go as one does.
JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class RunFolder:
    """`<runtime>/<id>` with `owner.json` and `guest.sock`; only its owner may enter."""

    path: Path

    @property
    def id(self) -> str:
        """The desktop's name."""
        return self.path.name

    @property
    def mark(self) -> tuple[str, str, str]:
        """Arguments of bwrap by which the desktop's processes are known; nobody else has them."""
        return "--setenv", "SCALECUA_DESKTOP", self.id

    @property
    def socket(self) -> Path:
        """The guest server's Unix socket."""
        return self.path / "guest.sock"

    def claim(self, groups: tuple[Path, ...], rootfs: Path, *, backend: str = "bubblewrap") -> None:
        """Write down that this process owns the folder; whole or not at all."""
        me = ProcessId.of(os.getpid())
        assert me is not None
        record = {
            "pid": me.pid,
            "started": me.started,
            "groups": [str(group) for group in groups],
            "rootfs": str(rootfs),
            "backend": backend,
        }
        temporary = self.path / f"{OWNER}.new"
        temporary.write_text(json.dumps(record))
        temporary.rename(self.path / OWNER)

    def owner(self) -> ProcessId | None:
        """The owning process as recorded; None for a folder that was never claimed."""
        record = self.record()
        return ProcessId(record["pid"], record["started"]) if record else None

    def groups(self) -> tuple[Path, ...]:
        """The control groups of the desktop."""
        return tuple(Path(group) for group in self.record().get("groups", ()))

    def record(self) -> dict[str, Any]:
        """The contents of `owner.json`, empty if there is none."""
        try:
            return dict(json.loads((self.path / OWNER).read_text()))
        except (OSError, ValueError):
            return {}

    def age_s(self) -> float:
        """Seconds since the folder was last changed; 0 for one that has just gone."""
        try:
            return time.time() - self.path.stat().st_mtime
        except FileNotFoundError:
            return 0.0

    def remove(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.path, ignore_errors=True)


def create() -> RunFolder:
    """A new folder that only this user can enter."""
    base = runtime_dir()
    folder = RunFolder(base / uuid.uuid4().hex[:12])
    with boundary(DesktopError, f"cannot make a run folder in {base}", failure=Failure.START):
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        if base.stat().st_uid != os.geteuid():
            raise DesktopError(f"{base} belongs to another user; remove it or set XDG_RUNTIME_DIR")
        folder.path.mkdir(mode=0o700)
    return folder


def every() -> Iterator[RunFolder]:
    """All run folders of this user."""
    base = runtime_dir()
    if base.is_dir():
        yield from (RunFolder(path) for path in sorted(base.iterdir()) if path.is_dir())
