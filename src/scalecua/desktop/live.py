"""The live desktops of this machine, whichever process holds them: found by their run folders."""

import time
from dataclasses import dataclass
from pathlib import Path

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import run_folder
from scalecua.desktop.address import Address
from scalecua.desktop.http import Broken, Connections, Reply

PLAIN = "application/json"


@dataclass(frozen=True, slots=True)
class Live:
    """One live desktop; `owner` is the pid of the process that holds it, `age_s` since it was claimed."""

    id: str
    backend: str
    owner: int
    age_s: float
    socket: Path

    async def ask(self, method: str, target: str, body: bytes = b"") -> Reply:
        """One request to its guest server; DesktopError if it does not answer or refuses."""
        http = Connections(Address(self.socket))
        try:
            reply = await http.request(method, target, PLAIN if body else "", body)
        except Broken as error:
            raise DesktopError(f"desktop {self.id} does not answer: {error}", failure=Failure.HANG) from error
        finally:
            http.close()
        if reply.status >= 400:
            raise DesktopError(f"desktop {self.id}: {reply.json().get('error', reply.status)}")
        return reply


def every() -> tuple[Live, ...]:
    """Those whose owner lives, the oldest first."""
    found = []
    for folder in run_folder.every():
        owner, record = folder.owner(), folder.record()
        if owner is not None and owner.alive() and record.get("backend") != run_folder.JUDGE:
            age_s = time.time() - (folder.path / run_folder.OWNER).stat().st_mtime
            backend = record.get("backend", "bubblewrap")
            found.append(Live(folder.id, backend, owner.pid, age_s, folder.socket))
    return tuple(sorted(found, key=lambda live: -live.age_s))


def named(id: str) -> Live:
    """The one whose name begins so; DesktopError with the names there are."""
    found = [live for live in every() if live.id.startswith(id)]
    if len(found) != 1:
        names = ", ".join(live.id for live in every()) or "none"
        raise DesktopError(f"{len(found)} live desktops are named {id!r}; there are: {names}")
    return found[0]
