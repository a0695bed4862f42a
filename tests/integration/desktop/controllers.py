"""Drives a desktop by the controllers of the published desktop-env package: `controllers.py ADDRESS PORT`.

Prints one JSON object: what each call came to. Run by an interpreter that has requests, requests-toolbelt and
python-dotenv, with the package on its path. What the package would need for other ends (a browser driver,
Google's drive, its own judges) is left out.
"""

import json
import logging
import sys
import tempfile
import threading
import types
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def leave_out(name: str, *parts: str) -> None:
    module = types.ModuleType(name)
    for part in parts:
        setattr(module, part, type(part, (Exception,), {}))
    sys.modules[name] = module


for name, parts in {
    "playwright": (),
    "playwright.sync_api": ("sync_playwright", "TimeoutError"),
    "pydrive": (),
    "pydrive.auth": ("GoogleAuth",),
    "pydrive.drive": ("GoogleDrive", "GoogleDriveFile", "GoogleDriveFileList"),
    "desktop_env.evaluators": (),
    "desktop_env.evaluators.metrics": (),
    "desktop_env.evaluators.metrics.utils": ("compare_urls",),
}.items():
    leave_out(name, *parts)

from desktop_env.controllers.python import PythonController  # noqa: E402
from desktop_env.controllers.setup import SetupController  # noqa: E402

MESSAGES: list[str] = []


class Kept(logging.Handler):
    """The controllers say what went wrong in their log, and return None."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            MESSAGES.append(record.getMessage())


def looks(control: PythonController) -> dict[str, Any]:
    picture, tree = control.get_screenshot(), control.get_accessibility_tree()
    return {
        "screenshot": picture[:8].hex() if picture else None,
        "tree": tree[:14] if tree else None,
        "terminal": control.get_terminal_output(),
        "platform": control.get_vm_platform(),
        "screen": control.get_vm_screen_size(),
        "desktop_path": control.get_vm_desktop_path(),
        "wallpaper": (control.get_vm_wallpaper() or b"")[:8].hex(),
    }


def steps(folder: Path) -> list[dict[str, Any]]:
    """Every setup step that neither the package leaves undone nor needs a network or a browser driver."""
    (folder / "served").mkdir()
    (folder / "served" / "remote.txt").write_text("fetched\n")
    (folder / "local.txt").write_text("uploaded\n")
    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Quiet(*a, directory=str(folder / "served")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}/remote.txt"
    bash = "echo said; echo wrong >&2"
    verification = {"window_exists": "Checked", "command_success": "test -e /home/user/made.txt"}
    return [
        {"type": "download", "parameters": {"files": [{"url": url, "path": "/home/user/got.txt"}]}},
        {
            "type": "upload_file",
            "parameters": {
                "files": [{"local_path": str(folder / "local.txt"), "path": "/home/user/put.txt"}]
            },
        },
        {
            "type": "execute",
            "parameters": {"command": ["bash", "-c", bash], "stdout": "out", "stderr": "err"},
        },
        {
            "type": "execute",
            "parameters": {
                "command": "n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; cat n",
                "shell": True,
                "until": {"stdout": "3"},
            },
        },
        {"type": "command", "parameters": {"command": ["touch", "/home/user/{SCREEN_WIDTH}"]}},
        {"type": "launch", "parameters": {"command": ["xterm", "-T", "Launched", "-geometry", "40x10"]}},
        {"type": "sleep", "parameters": {"seconds": 1.5}},
        {"type": "activate_window", "parameters": {"window_name": "Launched"}},
        {"type": "close_window", "parameters": {"window_name": "Launched", "strict": True}},
        {"type": "open", "parameters": {"path": "/home/user/put.txt"}},
        {
            "type": "execute_with_verification",
            "parameters": {
                "command": "touch made.txt; xterm -T Checked & disown",
                "shell": True,
                "verification": verification,
                "check_interval": 0.2,
            },
        },
        {"type": "change_wallpaper", "parameters": {"path": "/home/user/wall.png"}},
    ]


class Strict(PythonController):  # type: ignore[misc]
    """The published one takes no notice of how a command ended."""

    def execute_python_command(self, command: str) -> Any:
        answer = super().execute_python_command(command)
        if answer is None or answer["returncode"] != 0:
            MESSAGES.append(f"{command}: {answer}")
        return answer


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main() -> None:
    address, port = sys.argv[1], int(sys.argv[2])
    logging.getLogger("desktopenv").addHandler(Kept())
    control = Strict(address, port)
    folder = Path(tempfile.mkdtemp())
    found = looks(control)
    picture = "from PIL import Image; Image.new('RGB', (64, 64), (200, 30, 30)).save('/home/user/wall.png')"
    found["drawn"] = control.run_python_script(picture)["status"]
    setup = SetupController(address, port, cache_dir=str(folder), screen_width=1280, screen_height=800)
    control.start_recording()
    found["setup"] = setup.setup(steps(folder))
    found["out"], found["err"] = (folder / "out").read_text(), (folder / "err").read_text()
    found["got"], found["put"] = (control.get_file(f"/home/user/{name}.txt") for name in ("got", "put"))
    found["got"], found["put"] = found["got"].decode(), found["put"].decode()
    found["window"] = control.get_vm_window_size("XTerm")
    found["wallpaper_after"] = (control.get_vm_wallpaper() or b"").hex() != found["wallpaper"]
    for action in (
        {"action_type": "MOVE_TO", "x": 640, "y": 400},
        {"action_type": "CLICK", "button": "left", "x": 640, "y": 790, "num_clicks": 2},
        {"action_type": "RIGHT_CLICK", "x": 1200, "y": 700},
        {"action_type": "PRESS", "key": "esc"},
        {"action_type": "DOUBLE_CLICK", "x": 30, "y": 770},
        {"action_type": "MOUSE_DOWN", "button": "left"},
        {"action_type": "MOUSE_UP", "button": "left"},
        {"action_type": "TYPING", "text": "it's \\ é"},
        {"action_type": "DRAG_TO", "x": 1210, "y": 710},
        {"action_type": "SCROLL", "dx": 0, "dy": -3},
        {"action_type": "KEY_DOWN", "key": "shift"},
        {"action_type": "KEY_UP", "key": "shift"},
        {"action_type": "HOTKEY", "keys": ["ctrl", "a"]},
        "DONE",
    ):
        control.execute_action(action)
    typed = "pyautogui.click(640, 400); pyautogui.write('echo hi'); pyautogui.press('enter')"
    found["pyautogui"] = control.execute_python_command(typed)["returncode"]
    found["position"] = control.execute_python_command("print(pyautogui.position())")["output"].strip()
    found["directory"] = sorted(c["name"] for c in control.get_vm_directory_tree("/home/user")["children"])
    found["bash"] = control.run_bash_script("cd /tmp; pwd; echo wrong >&2; exit 3", timeout=10)
    found["late"] = control.run_bash_script("sleep 5", timeout=1)
    found["python"] = control.run_python_script("print(6 * 7)")
    control.end_recording(str(folder / "film.mp4"))
    found["film"] = (folder / "film.mp4").read_bytes()[4:8].decode() if (folder / "film.mp4").exists() else ""
    print(json.dumps({**found, "errors": MESSAGES}))


main()
