"""A still picture: X reports damage to the screen; stillness is a pause between the reports."""

import select
import threading
import time

from Xlib.display import Display
from Xlib.ext import damage

STILL_S = 0.08


class Settle:
    """Watches the whole screen on an X connection of its own."""

    def __init__(self) -> None:
        self._display = Display()
        self._display.damage_query_version()
        self._damage = self._display.screen().root.damage_create(damage.DamageReportNonEmpty)
        self._lock = threading.Lock()
        self._display.sync()

    def wait(self, timeout_s: float, still_s: float = STILL_S) -> bool:
        """Whether nothing was drawn for `still_s` before `timeout_s` had passed."""
        if timeout_s <= 0:
            return False
        with self._lock:
            end = time.monotonic() + timeout_s
            self._drain()
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    return False
                if not select.select([self._display], [], [], min(still_s, left))[0]:
                    return left >= still_s
                self._drain()

    def _drain(self) -> None:
        """Take the reports that came, and ask for the next."""
        while self._display.pending_events():
            self._display.next_event()
        self._display.damage_subtract(self._damage)
        self._display.flush()
