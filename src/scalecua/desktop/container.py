"""A desktop in a Docker container: alive or not, its last words, and its end."""

import asyncio
from dataclasses import dataclass

from docker.errors import APIError, DockerException, NotFound
from docker.models.containers import Container

from scalecua.core.desktop import Stream
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop import tunnel
from scalecua.desktop.address import Address
from scalecua.desktop.handover import Handover
from scalecua.desktop.run_folder import RunFolder

LOG_LINES = 4
# Docker answers so to a second removal that meets the first.
REMOVING = 409


@dataclass(slots=True)
class Containment:
    """Implements `Box`; every answer comes from the daemon, and one that fails counts as bad news."""

    folder: RunFolder
    handover: Handover
    container: Container | None = None

    @property
    def id(self) -> str:
        """The desktop's name."""
        return self.folder.id

    @property
    def address(self) -> Address:
        """The guest server's Unix socket."""
        return Address(self.folder.socket)

    @property
    def alive(self) -> bool:
        """Whether the container runs."""
        return bool(self._state().get("Running"))

    def out_of_memory(self) -> bool:
        """Whether the kernel killed one of its processes for want of memory."""
        return bool(self._state().get("OOMKilled"))

    async def connect(self, port: int) -> Stream:
        """A stream to a port inside; DesktopError if nothing listens on it."""
        return await tunnel.through(self.address, port)

    def epitaph(self) -> str:
        """The last words of the guest, for an error message."""
        try:
            said = self.container.logs(tail=LOG_LINES) if self.container is not None else b""
        except DockerException as error:
            return f"its container is lost: {error}"
        return " | ".join(said.decode("utf-8", "replace").split("\n")).strip(" |") or "it said nothing"

    async def destroy(self) -> None:
        """End every process of the desktop and remove its traces; may be called twice."""
        self.handover.close()
        if self.container is not None:
            with boundary(DesktopError, f"cannot remove container {self.id}", failure=Failure.CRASH):
                await asyncio.to_thread(remove, self.container)
        self.folder.remove()

    def _state(self) -> dict[str, object]:
        if self.container is None:
            return {}
        try:
            self.container.reload()
        except DockerException:
            return {}
        return dict(self.container.attrs["State"])


def remove(container: Container) -> None:
    """Kill and remove a container that may have gone already."""
    try:
        container.remove(force=True, v=True)
    except NotFound:
        return
    except APIError as error:
        if error.status_code != REMOVING:
            raise
