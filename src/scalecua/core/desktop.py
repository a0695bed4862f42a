"""The seam to a live desktop: one contract, whatever runs behind it."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from scalecua.core.action import Action
from scalecua.core.trajectory import ActResult


@dataclass(frozen=True, slots=True)
class ExecResult:
    """What a command inside the desktop returned."""

    returncode: int
    output: str
    error: str


@dataclass(frozen=True, slots=True)
class Health:
    """Whether a desktop is fit for work; `reason` is empty when it is."""

    ready: bool
    reason: str = ""


class Stream(Protocol):
    """Bytes to and from a port inside a desktop."""

    async def read(self, limit: int) -> bytes:
        """At most `limit` bytes, as soon as there are any; none when the other side has ended."""

    async def write(self, data: bytes) -> None:
        """Send all of it; OSError if the other side has ended."""

    async def close(self) -> None:
        """End it for both sides."""


class Desktop(Protocol):
    """One live desktop. Every call raises DesktopError with a Failure class when it cannot be done."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen, pixels."""

    async def screenshot(self) -> bytes:
        """The screen, pointer included, as JPEG at the snapshot's quality."""

    async def tree(self) -> str:
        """The accessibility tree as OSWorld's XML."""

    async def act(self, action: Action, *, key: str, settle_s: float) -> ActResult:
        """Perform `action` exactly once per `key`, then wait at most `settle_s` for a still picture."""

    async def execute(self, argv: Sequence[str], *, timeout_s: float) -> ExecResult:
        """Run a command to its end inside the desktop, without a shell."""

    async def launch(self, argv: Sequence[str]) -> None:
        """Start a program inside the desktop and return at once."""

    async def connect(self, port: int) -> Stream:
        """A stream to a port on which something listens inside the desktop; DesktopError if nothing does."""

    async def read(self, path: str) -> bytes:
        """The bytes of a file inside the desktop; DesktopError naming the path if there is none."""

    async def write(self, path: str, data: bytes) -> None:
        """Write a file inside the desktop, making its folders."""

    async def health(self) -> Health:
        """Ask whether the picture, the window manager and the accessibility root are alive."""

    async def request(self, route: str, body: Mapping[str, Any]) -> Any:
        """POST a JSON body to another route of the guest server (`/setup/activate_window`, ...)."""


class DesktopPool(Protocol):
    """Hands out ready desktops, one holder each, and destroys them on release."""

    def lease(self, snapshot: str) -> AbstractAsyncContextManager[Desktop]:
        """A ready desktop of the named snapshot for the length of the `async with` block."""
