"""A still picture: for a while, X reports no damage to the screen and nobody is at work.

A pause in the drawing alone would mistake a program that waits for a core for one that has finished, and an
idle moment alone one that waits for its next frame. So the pause need not grow with the load of the machine.
"""

import select
import threading
import time

from Xlib.display import Display
from Xlib.ext import damage

from .work import Work

# Longer than two frames of 60 a second, and than the time a terminal takes to gather output.
STILL_S = 0.05


class Settle:
    """Watches the whole screen on an X connection of its own."""

    def __init__(self) -> None:
        self._display = Display()
        self._display.damage_query_version()
        self._damage = self._display.screen().root.damage_create(damage.DamageReportNonEmpty)
        self._lock = threading.Lock()
        self._display.sync()

    def wait(self, timeout_s: float) -> bool:
        """Whether nothing was drawn and nobody was at work for STILL_S, before `timeout_s` passed."""
        if timeout_s <= 0:
            return False
        with self._lock:
            end = time.monotonic() + timeout_s
            self._drain()
            work = Work()
            while (left := end - time.monotonic()) >= STILL_S:
                if select.select([self._display], [], [], STILL_S)[0]:
                    self._drain()
                    work = Work()
                elif not work.seen():
                    return True
            time.sleep(max(0.0, left))
            return False

    def _drain(self) -> None:
        """Take the reports that came, and ask for the next."""
        while self._display.pending_events():
            self._display.next_event()
        self._display.damage_subtract(self._damage)
        self._display.flush()
