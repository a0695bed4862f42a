"""Start a desktop session and serve it: `python3 -m guest '{"width": 1280, ...}'`."""

import functools
import json
import os
import sys
import threading
import time

from . import session

STEP_S = 20.0


def main() -> None:
    """Bring everything up in parallel, wait until it is ready, then serve."""
    config = json.loads(sys.argv[1])
    os.umask(0o022)
    session.limit(config["processes"], config["data_mb"])
    os.environ.clear()
    os.environ.update(session.environment())
    session.prepare_home()
    parts = {"x server": session.start_x_server(config["width"], config["height"], gl=config["gl"])}
    if not config["resettable"]:
        parts["bus"] = session.start_bus()
    # Imported only now: it takes as long as the X server takes to come up.
    from Xlib import X
    from Xlib.display import Display
    from Xlib.ext import xtest

    from . import handover, server, wallpaper
    from .guest import Guest
    from .reset import Reset

    session.await_socket("/tmp/.X11-unix/X0", parts["x server"], STEP_S)
    display = Display()
    wallpaper.set_dpi(display, config["text_scale"])
    # In the corner, where no window comes up beneath it: what is hovered over too long shows a tooltip, which
    # takes the next click.
    xtest.fake_input(display, X.MotionNotify, x=config["width"] - 1, y=config["height"] - 1)
    display.sync()
    parts["window manager"] = session.start_window_manager()
    paint = functools.partial(wallpaper.paint, display, wallpaper.gradient(config["height"]))
    paint()
    guest = Guest(display, parts)
    if config["resettable"]:
        _until(guest.manager_fault)
        guest.resets(Reset(parts, guest.screen, paint))
        parts["bus"] = session.start_bus()
    session.await_socket(session.BUS, parts["bus"], STEP_S)
    parts["accessibility"] = session.start_accessibility()
    _until(guest.fault)
    os.chdir(session.HOME)
    threading.Thread(target=session.step_back, daemon=True).start()
    where = config["socket"]
    server.serve(handover.take(where) if isinstance(where, str) else where, guest)


def _until(fault) -> None:
    """Wait until there is no fault any more."""
    end = time.monotonic() + STEP_S
    while reason := fault():
        if time.monotonic() > end:
            raise RuntimeError(f"the desktop is not ready: {reason}")
        time.sleep(0.005)


if __name__ == "__main__":
    main()
