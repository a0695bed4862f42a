"""Start a desktop session and serve it: `python3 -m guest '{"width": 1280, ...}'`."""

import json
import os
import sys
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
    x_server, bus = session.start_servers(config["width"], config["height"])
    # Imported only now: it takes as long as the X server takes to come up.
    from Xlib.display import Display

    from . import server, wallpaper
    from .guest import Guest

    session.await_socket("/tmp/.X11-unix/X0", x_server, STEP_S)
    display = Display()
    wallpaper.set_dpi(display, config["text_scale"])
    manager = session.start(["openbox", "--config-file", "/opt/scalecua/openbox.xml"])
    session.await_socket(f"{session.RUNTIME}/bus", bus, STEP_S)
    accessibility = session.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1"])
    wallpaper.paint(display, wallpaper.gradient(config["height"]))
    guest = Guest(display, [x_server, bus, manager, accessibility])
    end = time.monotonic() + STEP_S
    while reason := guest.fault():
        if time.monotonic() > end:
            raise RuntimeError(f"the desktop is not ready: {reason}")
        time.sleep(0.005)
    os.chdir(session.HOME)
    server.serve(config["socket"], guest)


if __name__ == "__main__":
    main()
