"""One desktop's parts, made once, and the routes over them."""

import io
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from gi.repository import GLib
from PIL import Image
from Xlib.display import Display

from . import commands, files, tree, wallpaper
from .actions import Actions
from .atspi import Accessibility
from .journal import Journal
from .keyboard import Keyboard
from .pointer import Pointer
from .recording import Recording
from .refused import Refused
from .reset import START_S, Parts, Reset, until_idle
from .screen import FORMATS, Screen
from .settle import Settle
from .windows import Window, Windows, matching

LONGEST_S = 3600.0
TITLE_S = 0.05
BUSY_S = 1.0


class Guest:
    """Every public method serves one route: fields in, an answer out."""

    def __init__(self, display: Display, parts: Parts) -> None:
        self._parts = parts
        self._reset: Reset | None = None
        self._serving = 0
        self._serving_lock = threading.Lock()
        self.screen = Screen()
        self.windows = Windows()
        self.settle = Settle()
        self._display = display
        self._pointer = Pointer(display, self.screen.size)
        self._actions = Actions(Keyboard(display), self._pointer)
        self._input = threading.Lock()
        self._journal = Journal()
        self._wallpaper: Image.Image | None = None
        self.recording = Recording(self.screen.size)
        self._bus: Accessibility | None = None
        self._bus_lock = threading.Lock()

    def resets(self, reset: Reset) -> None:
        """Serve resets by `reset` from now on."""
        self._reset = reset

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Count a request as being served."""
        with self._serving_lock:
            self._serving += 1
        try:
            yield
        finally:
            with self._serving_lock:
                self._serving -= 1

    def reset(self, fields: dict) -> dict:
        """Make the desktop as it was when it began; an answer of health, or 503 with what prevents it."""
        if self._reset is None:
            raise Refused("this desktop cannot be reset: its snapshot does not say so", 409)
        self._reset.end()
        until_idle(lambda: self._serving - 1, BUSY_S, "earlier requests are still being served")
        with self._bus_lock:
            self._bus = None
        self._journal = Journal()
        self._wallpaper = None
        self.recording = Recording(self.screen.size)
        self._reset.renew()
        until_idle(self.fault, START_S, "the desktop does not get ready")
        return self._health("")

    @property
    def bus(self) -> Accessibility:
        """The accessibility bus, joined when first asked for."""
        with self._bus_lock:
            if self._bus is None:
                self._bus = Accessibility()
            return self._bus

    def health(self, fields: dict) -> dict:
        """Whether all of the desktop is alive; `reason` says what is not."""
        return self._health(self.fault())

    def _health(self, reason: str) -> dict:
        return {"ready": not reason, "reason": reason, **self.screen_size({})}

    def fault(self) -> str:
        """Why the desktop is not ready, or nothing."""
        for part in self._parts.values():
            if part.poll() is not None:
                return f"{part.args[0]} ended with code {part.returncode}"
        if fault := self.manager_fault():
            return fault
        if not self._accessible():
            return "the accessibility root does not answer"
        if self.screen.uniform():
            return "the picture is uniform"
        return ""

    def _accessible(self) -> bool:
        try:
            return self.bus.alive()
        except GLib.Error:
            return False

    def manager_fault(self) -> str:
        """Why windows are not managed, or nothing."""
        return "" if self.windows.manager() else "the window manager (openbox) does not answer"

    def screenshot(self, fields: dict) -> tuple[str, bytes]:
        """The picture; `format` png or jpeg, `quality` 1 to 100."""
        form = fields.get("format", "png")
        if form not in FORMATS:
            raise Refused(f"unknown format {form!r}; allowed: {', '.join(FORMATS)}")
        quality = str(fields.get("quality", "80"))
        if not quality.isdigit() or not 1 <= int(quality) <= 100:
            raise Refused(f"quality must be 1 to 100, not {quality!r}")
        return f"image/{form}", self.screen.encoded(form, int(quality))

    def accessibility(self, fields: dict) -> dict:
        """The tree as OSWorld's XML."""
        return {"AT": tree.xml(self.bus)}

    def terminal(self, fields: dict) -> dict:
        """The text of the first terminal in the tree; OSWorld's runners ask for it to see that we live."""
        node = tree.find(self.bus, None, "terminal", None, 0)
        return {"status": "success", "output": node.text if node is not None else None}

    def platform(self, fields: dict) -> str:
        """The name of the system."""
        return "Linux"

    def find(self, fields: dict) -> dict:
        """One showing node by name, role and window."""
        nth = fields.get("nth") or 0
        if not isinstance(nth, int) or nth < 0:
            raise Refused(f"nth must be 0 or more, not {nth!r}")
        node = tree.find(self.bus, fields.get("name"), fields.get("role"), fields.get("window"), nth)
        if node is None or node.box is None:
            return {"found": False}
        x, y, width, height = node.box
        where = {"x": x, "y": y, "width": width, "height": height}
        return {"found": True, **where, "name": node.name, "role": node.role, "states": sorted(node.states)}

    def act(self, fields: dict) -> dict:
        """Perform one action exactly once, then wait for a still picture."""
        key, action = fields.get("key"), fields.get("action")
        if not isinstance(key, str) or not key:
            raise Refused(f"key must be a text, not {key!r}")
        settle_s = number(fields, "settle_s", 0.0, 60.0)

        def perform() -> dict:
            with self._input:
                self._actions.perform(action)
                settled = self.settle.wait(settle_s)
                return {"performed": True, "settled": settled, "cursor": list(self._pointer.position())}

        result, duplicate = self._journal.once(key, action, perform, timeout_s=180.0)
        return {**result, "duplicate": duplicate}

    def execute(self, fields: dict) -> dict:
        """Run a command to its end."""
        shell = bool(fields.get("shell", False))
        timeout_s = number(fields, "timeout_s", commands.LIMIT_S, LONGEST_S)
        return commands.run(commands.arguments(fields.get("command"), shell), shell, timeout_s)

    def file(self, fields: dict) -> tuple[str, bytes]:
        """The bytes of a file."""
        return "application/octet-stream", files.read_file(fields.get("file_path"))

    def upload(self, fields: dict) -> str:
        """Write a file."""
        data = fields.get("file_data")
        if not isinstance(data, (bytes, str)):
            raise Refused("file_data is missing")
        raw = data if isinstance(data, bytes) else data.encode()
        files.write_file(fields.get("file_path"), raw)
        return f"File Uploaded: {len(raw)} bytes"

    def open_file(self, fields: dict) -> dict:
        """Open a file in its application and wait for a window that bears its name."""
        path = files.resolve(fields.get("path"))
        if not path.exists():
            raise Refused(f"File not found: {path}", 404)
        commands.launch(["xdg-open", str(path)], shell=False)
        wait = {"title": path.name, "timeout_s": number(fields, "timeout_s", 30.0, 1800.0)}
        if not self.wait_window(wait)["found"]:
            raise Refused(f"no window with {path.name!r} in its title within {wait['timeout_s']:g} s", 504)
        return {"status": "success"}

    def wait_window(self, fields: dict) -> dict:
        """Wait for a mapped window by title and class, then, `settle_s` at most, for a still picture."""
        title, wm_class = fields.get("title") or "", fields.get("wm_class") or ""
        timeout_s = number(fields, "timeout_s", 10.0, 1800.0)
        settle_s, end = number(fields, "settle_s", timeout_s, 1800.0), time.monotonic() + timeout_s
        while True:
            windows = [window for window in self.windows.present() if window.mapped]
            named = matching(windows, title, strict=False, by_class=False)
            if matching(named, wm_class, strict=False, by_class=True):
                self.settle.wait(min(settle_s, max(0.0, end - time.monotonic())))
                return {"found": True, "titles": [window.title for window in windows]}
            if time.monotonic() > end:
                return {"found": False, "titles": [window.title for window in windows]}
            self.windows.change(min(TITLE_S, max(0.0, end - time.monotonic())))

    def activate_window(self, fields: dict) -> str:
        """Raise a window; 404 naming the windows there are if none matches."""
        window = self._window(fields)
        self.windows.activate(window)
        self._until(lambda: self.windows.active() == window.id, "become active", window)
        return "Window activated successfully"

    def close_window(self, fields: dict) -> str:
        """Ask a window to close."""
        self.windows.close(self._window(fields))
        return "Window closed successfully"

    def _until(self, true, what: str, window: Window) -> None:
        end = time.monotonic() + 2.0
        while not true():
            if time.monotonic() > end:
                raise Refused(f"window {window.title!r} did not {what} within 2 s", 504)
            time.sleep(0.005)

    def _window(self, fields: dict) -> Window:
        name = fields.get("window_name")
        if not isinstance(name, str):
            raise Refused(f"window_name must be a text, not {name!r}")
        windows = self.windows.present()
        found = matching(windows, name, bool(fields.get("strict")), bool(fields.get("by_class")))
        if not found:
            raise Refused(f"no window {name!r}; there are {[window.title for window in windows]}", 404)
        return found[0]

    def window_list(self, fields: dict) -> dict:
        """Every window with its title and class."""
        return {
            "windows": [
                {"title": w.title, "wm_class": w.wm_class, "mapped": w.mapped} for w in self.windows.present()
            ]
        }

    def screen_size(self, fields: dict) -> dict:
        """The screen's size, pixels."""
        return dict(zip(("width", "height"), self.screen.size, strict=True))

    def cursor_position(self, fields: dict) -> list[int]:
        """Where the pointer is."""
        with self._input:
            return list(self._pointer.position())

    def start_recording(self, fields: dict) -> dict:
        """Begin a film of the screen."""
        self.recording.start()
        return {"status": "success", "message": "Started recording."}

    def end_recording(self, fields: dict) -> tuple[str, bytes]:
        """Stop the film and hand it out."""
        return "video/mp4", self.recording.end()

    def list_directory(self, fields: dict) -> dict:
        """The tree of a folder."""
        return {"directory_tree": files.listing(fields.get("path"))}

    def wallpaper_png(self) -> bytes:
        """The picture behind the windows."""
        out = io.BytesIO()
        shown = self._wallpaper or wallpaper.gradient(self.screen.size[1]).resize(self.screen.size)
        shown.save(out, "PNG")
        return out.getvalue()

    def change_wallpaper(self, fields: dict) -> str:
        """Show a picture behind the windows."""
        path = files.resolve(fields.get("path"))
        try:
            image = Image.open(path).convert("RGB").resize(self.screen.size)
        except OSError as error:
            raise Refused(f"{path} is no picture: {error}") from None
        with self._input:
            wallpaper.paint(self._display, image)
        self._wallpaper = image
        return "Wallpaper changed successfully"


def number(fields: dict, name: str, default: float, largest: float) -> float:
    """A number of seconds between 0 and `largest`."""
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= largest:
        raise Refused(f"{name} must be between 0 and {largest:g}, not {value!r}")
    return float(value)
