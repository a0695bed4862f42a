"""A fresh desktop without a new sandbox: only the X server, the window manager and this server go on.

Everything else ends, the folders are new, and what the survivors hold is compared with what they held
when the desktop began. Whatever cannot be brought back or is in doubt is refused: then the sandbox goes.
"""

import os
import subprocess
import time
from collections.abc import Callable

from . import kernel, processes, session
from .folders import Folders
from .refused import Refused
from .screen import Screen
from .server_state import ServerState

END_S = 5.0
RESTORE_S = 3.0
START_S = 10.0
GROWTH_MB = 64.0
POLL_S = 0.002
STAYING = ("x server", "window manager")
Parts = dict[str, subprocess.Popen]


class Reset:
    """Made when X server and window manager are up and nothing else has been started.

    `paint` shows the wallpaper.
    """

    def __init__(self, parts: Parts, screen: Screen, paint: Callable[[], None]) -> None:
        self._parts = parts
        self._paint = paint
        self._keep = frozenset(parts[name].pid for name in STAYING)
        self._server = ServerState(screen)
        self._folders = Folders()
        self._objects, self._keys = kernel.objects(), kernel.keys()
        self._treatment = self._treated()
        self._memory_mb = self._used_mb()

    def _treated(self) -> list[tuple[object, ...]]:
        return [processes.treatment(pid) for pid in (os.getpid(), *sorted(self._keep))]

    def _used_mb(self) -> float:
        return sum(processes.resident_mb(pid) for pid in (os.getpid(), *self._keep))

    def end(self) -> None:
        """End every process but those that stay."""
        processes.end_others(self._keep, END_S)

    def renew(self) -> None:
        """Bring back folders, X server and buses; Refused with the reason where that fails."""
        for name in STAYING:
            if self._parts[name].poll() is not None:
                raise Refused(f"the {name} has ended", 503)
        self._folders.renew()
        if left := kernel.keys() - self._keys:
            raise Refused(f"left in the kernel: {', '.join(sorted(left))}", 503)
        if self._treated() != self._treatment:
            raise Refused("priority or limits of the desktop's own processes were changed", 503)
        grown = self._used_mb() - self._memory_mb
        if grown > GROWTH_MB:
            raise Refused(f"the desktop's own processes grew by {grown:.0f} MiB", 503)
        self._parts["bus"] = session.start_bus()
        self._paint()
        self._server.restore(self._keep | {os.getpid()}, RESTORE_S)
        kernel.remove(self._objects)
        until_idle(lambda: kernel.objects() - self._objects, RESTORE_S, "something is left in the kernel")
        session.await_socket(session.BUS, self._parts["bus"], START_S)
        self._parts["accessibility"] = session.start_accessibility()


def until_idle(busy, timeout_s: float, why: str) -> None:
    """Wait until nothing is `busy`; Refused with `why`, and what is busy, when time is up."""
    end = time.monotonic() + timeout_s
    while left := busy():
        if time.monotonic() > end:
            raise Refused(f"{why}: {left}", 503)
        time.sleep(POLL_S)
