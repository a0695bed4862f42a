"""What makes desktops: one seam, whatever holds them."""

from typing import Protocol

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.desktop import Stream
from scalecua.desktop.address import Address
from scalecua.desktop.catalogue import draws_with_gl


def guest_start(
    snapshot: Snapshot, section: DesktopSection, *, processes: int, data_mb: int, socket: int | str
) -> dict[str, int | float | str]:
    """What a guest is told at its start; limits of 0 are set from outside, `socket` is where it listens."""
    return {
        "width": snapshot.width,
        "height": snapshot.height,
        "text_scale": snapshot.text_scale,
        "gl": draws_with_gl(section.apps),
        "resettable": snapshot.reset == "clients",
        "processes": processes,
        "data_mb": data_mb,
        "socket": socket,
    }


class Box(Protocol):
    """What one desktop runs in: alive or not, its last words, and its end."""

    @property
    def id(self) -> str:
        """The desktop's name."""

    @property
    def address(self) -> Address:
        """Where the guest server listens."""

    @property
    def alive(self) -> bool:
        """Whether its first process still runs, as far as is known without asking anybody."""

    async def connect(self, port: int) -> Stream:
        """A stream to a port inside; DesktopError if nothing listens on it."""

    def epitaph(self) -> str:
        """The last words of the guest, for an error message."""

    def out_of_memory(self) -> bool:
        """Whether the kernel killed one of its processes for want of memory."""

    async def destroy(self) -> None:
        """End every process of the desktop and remove its traces; may be called twice."""


class Backend(Protocol):
    """Makes boxes. Every call raises DesktopError with a Failure class when it cannot be done."""

    async def prepare(self) -> None:
        """Clean up after dead processes, and find out what this machine offers."""

    async def start(self, snapshot: Snapshot) -> Box:
        """Start a box; it is not ready yet, and the caller destroys it."""

    async def close(self) -> None:
        """Give back what `prepare` took."""
