"""[desktop]: what desktops look like and how many live at once."""

from typing import Literal

from pydantic import Field

from scalecua.config.section import Section
from scalecua.core.errors import ConfigError

# States of the benchmarks' own virtual machines: here a task's setup makes all of the state.
BENCHMARKS = frozenset(
    {
        *("base_setup", "chrome", "gimp", "libreoffice_calc", "libreoffice_impress", "libreoffice_writer"),
        *("multi_apps", "multiapps", "os", "sci_bench", "thunderbird", "vlc", "vs_code", "vscode"),
    }
)


class Snapshot(Section):
    """A named starting state: screen size in pixels, magnification of text and widgets, picture quality.

    `reset` says what happens between two holders: the desktop is destroyed and a new one made, or all its
    processes end but the X server and the window manager, and everything else is made anew.
    """

    width: int = Field(1280, ge=160, le=7680)
    height: int = Field(800, ge=120, le=4320)
    text_scale: float = Field(1.0, ge=0.5, le=4)
    jpeg_quality: int = Field(80, ge=1, le=100)
    reset: Literal["recreate", "clients"] = "recreate"


class DesktopSection(Section):
    """`apps`: which root filesystem; `snapshots` by name; `count` desktops at once; seconds and MiB.

    `addresses` are those of desktop hosts where `backend` is "hosts", which have the desktops and snapshots,
    and of OSWorld guest servers where it is "remote".
    """

    backend: Literal["bubblewrap", "docker", "hosts", "remote"] = "bubblewrap"
    addresses: tuple[str, ...] = ()
    lease_timeout_s: float = Field(60.0, ge=1, le=3600)
    apps: str = "light"
    snapshots: dict[str, Snapshot] = Field(default_factory=lambda: {"default": Snapshot()})
    count: int = Field(4, ge=1, le=1000)
    settle_s: float = Field(0.5, ge=0, le=60)
    start_timeout_s: float = Field(20.0, gt=0)
    call_timeout_s: float = Field(30.0, gt=0)
    memory_mb: int = Field(2048, ge=128)
    reserve_mb: int = Field(512, ge=0)
    processes: int = Field(512, ge=32)
    home_mb: int = Field(256, ge=16)

    def look(self, snapshot: str) -> Snapshot:
        """The snapshot of this name; ConfigError with the names there are.

        A name of the benchmarks' that is not configured means the snapshot `default`.
        """
        found = self.snapshots.get(snapshot)
        if found is None and snapshot in BENCHMARKS:
            found = self.snapshots.get("default")
        if found is None:
            known = ", ".join(self.snapshots)
            raise ConfigError(f"no snapshot {snapshot!r} in [desktop.snapshots]; there are: {known}")
        return found
