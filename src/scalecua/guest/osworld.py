"""The routes that only OSWorld's runners ask for; the guest that they ask is the first argument."""

import time
import urllib.request

from . import commands, files
from .refused import Refused

HOME = files.HOME
DOWNLOAD_S = 300.0
SHORTEST_S = 0.05


def launch(guest, fields: dict) -> str:
    """Start a program."""
    shell = bool(fields.get("shell", False))
    command = commands.arguments(fields.get("command"), shell)
    commands.launch(command, shell)
    return f"{command if shell else ' '.join(command)} launched successfully"


def download_file(guest, fields: dict) -> str:
    """Fetch a URL from within the desktop, which has no network of its own accord."""
    url, path = fields.get("url"), fields.get("path")
    if not isinstance(url, str) or not url.startswith(("http://", "https://")):
        raise Refused(f"url must be an address of http or https, not {url!r}")
    try:
        with urllib.request.urlopen(url, timeout=DOWNLOAD_S) as answer:
            data = answer.read(files.READ_LIMIT + 1)
    except OSError as error:
        raise Refused(f"{url} could not be fetched: {error}", 502) from None
    if len(data) > files.READ_LIMIT:
        raise Refused(f"{url} is larger than {files.READ_LIMIT >> 20} MiB", 413)
    return f"File downloaded successfully to {files.write_file(path, data)}"


def desktop_path(guest, fields: dict) -> dict:
    """Where the desktop's own files lie."""
    return {"desktop_path": str(HOME / "Desktop")}


def window_size(guest, fields: dict) -> dict:
    """The size of the first window of an application's class, pixels, frame left out."""
    name = fields.get("app_class_name")
    if not isinstance(name, str) or not name:
        raise Refused(f"app_class_name must be a text, not {name!r}")
    for window in guest.windows.present():
        if name.lower() in window.wm_class.lower() and (size := guest.windows.size(window)):
            return dict(zip(("width", "height"), size, strict=True))
    raise Refused(f"no window of class {name!r}", 404)


def wallpaper(guest, fields: dict) -> tuple[str, bytes]:
    """The picture behind the windows, PNG."""
    return "image/png", guest.wallpaper_png()


def execute_with_verification(guest, fields: dict) -> dict:
    """Run a command, then wait until a window is there and another command ends with 0, as asked.

    The command runs once, whatever becomes of the verification.
    """
    verification = fields.get("verification") or {}
    if not isinstance(verification, dict) or set(verification) - {"window_exists", "command_success"}:
        raise Refused("verification may say window_exists and command_success, each a text")
    window, command = verification.get("window_exists"), verification.get("command_success")
    wait_s = _seconds(fields, "max_wait_time", 10.0)
    pause_s = max(SHORTEST_S, _seconds(fields, "check_interval", 1.0))
    result = guest.execute({**fields, "timeout_s": commands.LIMIT_S})
    began = time.monotonic()
    while not _verified(guest, window, command):
        if time.monotonic() - began > wait_s:
            facts = {**result, "status": "verification_failed", "wait_time": wait_s}
            raise Refused(f"not verified within {wait_s:g} s: {verification}", 500, facts)
        time.sleep(pause_s)
    return {**result, "verification": "passed", "wait_time": round(time.monotonic() - began, 3)}


def _verified(guest, window: str | None, command: str | None) -> bool:
    if window is not None and not any(window.lower() in one.title.lower() for one in guest.windows.present()):
        return False
    if command is None:
        return True
    try:
        return commands.run(commands.arguments(command, True), True, commands.LIMIT_S)["returncode"] == 0
    except Refused:
        return False


def _seconds(fields: dict, name: str, default: float) -> float:
    value = fields.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 600:
        raise Refused(f"{name} must be between 0 and 600 seconds, not {value!r}")
    return float(value)
