"""The desktop session: X server, buses, accessibility, window manager, and the proof that they answer."""

import ctypes
import os
import random
import resource
import shutil
import socket
import subprocess
import time
from pathlib import Path

RUNTIME = Path("/run/user/1000")
BUS = str(RUNTIME / "bus")
HOME = Path("/home/user")
TEMPLATE = Path("/opt/scalecua/home")
DPI = 96
PR_SET_DUMPABLE = 4
AUTOGROUP = Path("/proc/self/autogroup")
# A tenth of the weight of a session at 0.
SESSION_NICE = 10
STEP_BACK_TRIES, STEP_BACK_S = 100, 0.1


def environment() -> dict[str, str]:
    """What every program of the session sees; the bus addresses are fixed, so nothing waits for them."""
    return {
        "HOME": str(HOME),
        "USER": "user",
        "LOGNAME": "user",
        "SHELL": "/bin/bash",
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "DISPLAY": ":0",
        "XDG_RUNTIME_DIR": str(RUNTIME),
        "XDG_CURRENT_DESKTOP": "XFCE",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={BUS}",
        "NO_AT_BRIDGE": "0",
        "GTK_MODULES": "gail:atk-bridge",
        "GTK_OVERLAY_SCROLLING": "0",
        "QT_ACCESSIBILITY": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "GNOME_ACCESSIBILITY": "1",
        "ACCESSIBILITY_ENABLED": "1",
        "SAL_USE_VCLPLUGIN": "gtk3",
    }


def step_back() -> None:
    """Let this machine's other work go first: it serves all desktops, and each would weigh as much as it.

    The kernel shares cores between sessions; new ones that a desktop's programs make weigh as usual. It takes
    one such wish in a tenth of a second from all users, and has this file only where it does share so.
    """
    for _ in range(STEP_BACK_TRIES if AUTOGROUP.exists() else 0):
        try:
            AUTOGROUP.write_text(str(SESSION_NICE))
        except OSError:
            time.sleep(STEP_BACK_S * random.uniform(0.5, 1.5))
        else:
            return


def limit(processes: int, data_mb: int) -> None:
    """Bound the user's processes, and memory of one process, where no group bounds the whole desktop (0).

    And let no other program of the desktop into this one, as a debugger would be.
    """
    ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0)
    if processes:
        resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if data_mb:
        resource.setrlimit(resource.RLIMIT_DATA, (data_mb << 20, data_mb << 20))


def prepare_home() -> None:
    """Fill the empty home from its template and make the folders that X and the buses expect."""
    shutil.copytree(TEMPLATE, HOME, dirs_exist_ok=True, symlinks=True)
    RUNTIME.mkdir(parents=True, exist_ok=True, mode=0o700)
    RUNTIME.chmod(0o700)
    for folder in (Path("/tmp/.X11-unix"), Path("/tmp/.ICE-unix")):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o1777)


def start(argv: list[str], **more: str) -> subprocess.Popen:
    """Start one part of the session with the session's environment and `more` of it."""
    return subprocess.Popen(argv, env={**os.environ, **more}, stdin=subprocess.DEVNULL)


def await_socket(path: str, process: subprocess.Popen, timeout_s: float) -> None:
    """Wait until `path` accepts connections; RuntimeError if its process ends or takes too long."""
    end = time.monotonic() + timeout_s
    while True:
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(path)
                return
            except OSError:
                pass
        if process.poll() is not None:
            raise RuntimeError(f"{process.args[0]} ended with code {process.returncode} while starting")
        if time.monotonic() > end:
            raise RuntimeError(f"{process.args[0]} did not listen on {path} within {timeout_s:g} s")
        time.sleep(0.003)


def start_x_server(width: int, height: int, *, gl: bool) -> subprocess.Popen:
    """Start the X server, not waiting for it.

    No GLX where nothing draws with it: Mesa would cost each desktop 30 MB.
    """
    screen = f"{width}x{height}x24"
    return start(
        [
            *("Xvfb", ":0", "-screen", "0", screen, "-dpi", str(DPI)),
            *("-nolisten", "tcp", "-noreset", "-ac", "+extension" if gl else "-extension", "GLX", "-s", "0"),
        ]
    )


def start_window_manager() -> subprocess.Popen:
    """Start the window manager; it would keep its log in the home, which is not its own."""
    argv = ["openbox", "--config-file", "/opt/scalecua/openbox.xml"]
    return start(argv, XDG_CACHE_HOME="/nonexistent")


def start_bus() -> subprocess.Popen:
    """Start the session bus, not waiting for it."""
    return start(["dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={BUS}"])


def start_accessibility() -> subprocess.Popen:
    """Start what brings up the accessibility bus; the session bus must listen."""
    return start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1"])
