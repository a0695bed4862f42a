"""A wait until the window manager has dealt with every event it got so far.

Click to focus makes the window manager hold each press, with the pointer frozen, until it lets the
press through. What follows faster than that is lost or arrives out of order: a second click, or keys
meant for the window that the click gives the keyboard to. It answers requests in the order of events,
so an answer to a harmless request tells that the press is through.
"""

import time

from Xlib import X
from Xlib.display import Display
from Xlib.protocol import event

TIMEOUT_S = 1.0
POLL_S = 0.0003


class Barrier:
    """Asks for the frame extents of a window that is never shown; EWMH obliges the manager to tell them."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._root = display.screen().root
        self._window = self._root.create_window(-1, -1, 1, 1, 0, X.CopyFromParent)
        self._ask = display.intern_atom("_NET_REQUEST_FRAME_EXTENTS")
        self._answer = display.intern_atom("_NET_FRAME_EXTENTS")

    def wait(self) -> bool:
        """Whether the window manager answered in time; a dead one must not stop the mouse."""
        self._window.delete_property(self._answer)
        message = event.ClientMessage(window=self._window, client_type=self._ask, data=(32, [0] * 5))
        self._root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        end = time.monotonic() + TIMEOUT_S
        while self._window.get_full_property(self._answer, X.AnyPropertyType) is None:
            if time.monotonic() > end:
                return False
            time.sleep(POLL_S)
        return True
