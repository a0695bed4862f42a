"""Hands the guest's listening socket into a container, which no process of ours can start with it open.

The container sees one socket file, read-only, and nothing it writes lands on the host. The connection stays
open as long as the owner lives: the guest ends when it closes, so that a killed owner leaves nothing running.
"""

import asyncio
import socket
from pathlib import Path

from scalecua.desktop.run_folder import RunFolder

BACKLOG = 128
FOLDER, DOOR = "door", "door.sock"


class Handover:
    """The listening socket of one desktop, given to whoever comes to the door, which is the guest."""

    def __init__(self, folder: RunFolder) -> None:
        self.folder = folder.path / FOLDER
        self.folder.mkdir(mode=0o755)
        self._listening = _bound(folder.socket)
        self._door = _bound(self.folder / DOOR)
        # The container's user is not the owner of the file; who else could reach it is kept out above it.
        (self.folder / DOOR).chmod(0o666)
        self._door.setblocking(False)
        self._guest: socket.socket | None = None

    async def give(self) -> None:
        """Await the guest, and let it have the socket; this side keeps only the connection."""
        self._guest, _ = await asyncio.get_running_loop().sock_accept(self._door)
        socket.send_fds(self._guest, [b"\0"], [self._listening.fileno()])
        self._listening.close()
        self._door.close()

    def close(self) -> None:
        """Close what is open: the guest ends."""
        for one in (self._listening, self._door, self._guest):
            if one is not None:
                one.close()


def _bound(path: Path) -> socket.socket:
    """A socket listening at a path."""
    one = socket.socket(socket.AF_UNIX)
    one.bind(str(path))
    one.listen(BACKLOG)
    return one
