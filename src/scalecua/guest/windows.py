"""Top-level windows by EWMH: list, find, activate, close."""

import select
import threading
from dataclasses import dataclass

from Xlib import X, Xatom
from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol import event

SOURCE_PAGER = 2


@dataclass(frozen=True)
class Window:
    """One window in the window manager's list; `wm_class` is "instance.Class" as wmctrl prints it."""

    id: int
    title: str
    wm_class: str
    mapped: bool


class Windows:
    """One X connection of its own."""

    def __init__(self) -> None:
        self._display = Display()
        self._root = self._display.screen().root
        self._lock = threading.Lock()
        self._atoms: dict[str, int] = {}
        self._root.change_attributes(event_mask=X.PropertyChangeMask)

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._display.intern_atom(name)
        return self._atoms[name]

    def manager(self) -> bool:
        """Whether a window manager answers (EWMH's check window points at itself)."""
        name = self._atom("_NET_SUPPORTING_WM_CHECK")
        with self._lock:
            try:
                found = self._root.get_full_property(name, Xatom.WINDOW)
                if found is None:
                    return False
                check = self._display.create_resource_object("window", found.value[0])
                again = check.get_full_property(name, Xatom.WINDOW)
                return again is not None and again.value[0] == found.value[0]
            except XError:
                return False

    def change(self, timeout_s: float) -> None:
        """Wait until windows come, go or are activated; a window that changes its title says nothing."""
        with self._lock:
            waiting = not self._display.pending_events()
        if waiting:
            select.select([self._display], [], [], timeout_s)
        with self._lock:
            while self._display.pending_events():
                self._display.next_event()

    def present(self) -> list[Window]:
        """Windows in the order they appeared; one that goes away meanwhile is left out."""
        with self._lock:
            found = self._root.get_full_property(self._atom("_NET_CLIENT_LIST"), Xatom.WINDOW)
            windows = []
            for number in found.value if found else ():
                try:
                    windows.append(self._read(number))
                except XError:
                    continue
            return windows

    def _read(self, number: int) -> Window:
        window = self._display.create_resource_object("window", number)
        title = window.get_full_property(self._atom("_NET_WM_NAME"), self._atom("UTF8_STRING"))
        name = window.get_wm_name() if title is None else title.value
        state = window.get_attributes().map_state
        instance = window.get_wm_class() or ("", "")
        text = name.decode("utf-8", "replace") if isinstance(name, bytes) else name or ""
        return Window(number, text, ".".join(instance), state == X.IsViewable)

    def size(self, window: Window) -> tuple[int, int] | None:
        """Width and height of a window, pixels; None for one that has gone."""
        with self._lock:
            try:
                geometry = self._display.create_resource_object("window", window.id).get_geometry()
            except XError:
                return None
        return geometry.width, geometry.height

    def activate(self, window: Window) -> None:
        """Raise a window and give it the keyboard."""
        self._tell(window, "_NET_ACTIVE_WINDOW", [SOURCE_PAGER, X.CurrentTime, 0, 0, 0])

    def close(self, window: Window) -> None:
        """Ask a window to close, as its close button does."""
        self._tell(window, "_NET_CLOSE_WINDOW", [X.CurrentTime, SOURCE_PAGER, 0, 0, 0])

    def active(self) -> int | None:
        """The id of the window that has the keyboard."""
        with self._lock:
            found = self._root.get_full_property(self._atom("_NET_ACTIVE_WINDOW"), Xatom.WINDOW)
        return found.value[0] if found and found.value[0] else None

    def _tell(self, window: Window, message: str, data: list[int]) -> None:
        with self._lock:
            target = self._display.create_resource_object("window", window.id)
            note = event.ClientMessage(window=target, client_type=self._atom(message), data=(32, data))
            mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
            self._root.send_event(note, event_mask=mask)
            self._display.sync()


def matching(windows: list[Window], name: str, strict: bool, by_class: bool) -> list[Window]:
    """Windows whose title (or class) contains `name`, ignoring case; equals it when `strict`."""
    text = (lambda window: window.wm_class) if by_class else (lambda window: window.title)
    if strict:
        return [window for window in windows if text(window) == name]
    return [window for window in windows if name.lower() in text(window).lower()]
