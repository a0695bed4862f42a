"""A still picture: X reports damage to the screen; stillness is a pause between the reports.

A pause alone would mistake a program that waits for a core for one that has finished: at its end, nobody
may be at work. So the pause need not grow with the load of the machine.
"""

import select
import threading
import time

from Xlib.display import Display
from Xlib.ext import damage

from . import processes

# Longer than two frames of 60 a second, and than the time a terminal takes to gather output.
STILL_S = 0.05
# Between looks at programs that are still at work.
AGAIN_S = 0.01


class Settle:
    """Watches the whole screen on an X connection of its own."""

    def __init__(self) -> None:
        self._display = Display()
        self._display.damage_query_version()
        self._damage = self._display.screen().root.damage_create(damage.DamageReportNonEmpty)
        self._lock = threading.Lock()
        self._display.sync()

    def wait(self, timeout_s: float) -> bool:
        """Whether nothing was drawn for STILL_S and then nobody was at work, before `timeout_s` passed."""
        if timeout_s <= 0:
            return False
        with self._lock:
            end = time.monotonic() + timeout_s
            pause = STILL_S
            self._drain()
            while (left := end - time.monotonic()) >= pause:
                if select.select([self._display], [], [], pause)[0]:
                    self._drain()
                    pause = STILL_S
                elif processes.busy():
                    pause = AGAIN_S
                else:
                    return True
            time.sleep(max(0.0, left))
            return False

    def _drain(self) -> None:
        """Take the reports that came, and ask for the next."""
        while self._display.pending_events():
            self._display.next_event()
        self._display.damage_subtract(self._damage)
        self._display.flush()
