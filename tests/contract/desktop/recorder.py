"""Runs inside a desktop: a window that writes every input event it gets to a file, one JSON a line."""

import json
import sys
import time
from pathlib import Path

from Xlib import X, Xutil
from Xlib.display import Display

display = Display()
screen = display.screen()
window = screen.root.create_window(100, 100, 600, 400, 0, screen.root_depth, background_pixel=0x336699)
window.set_wm_name("recorder")
window.set_wm_class("recorder", "Recorder")
window.change_attributes(
    event_mask=X.KeyPressMask
    | X.KeyReleaseMask
    | X.ButtonPressMask
    | X.ButtonReleaseMask
    | X.ButtonMotionMask
)
window.set_wm_normal_hints(flags=Xutil.USPosition | Xutil.USSize)
window.map()
names = {X.KeyPress: "down", X.KeyRelease: "up", X.ButtonPress: "press", X.ButtonRelease: "release"}
with Path(sys.argv[1]).open("w") as out:
    while True:
        event = display.next_event()
        if event.type == X.MotionNotify:
            record = {"what": "move", "x": event.root_x, "y": event.root_y, "state": event.state}
        elif event.type in names:
            keysym = display.keycode_to_keysym(event.detail, 0) if event.type in (2, 3) else event.detail
            record = {
                "what": names[event.type],
                "detail": keysym,
                "state": event.state,
                "at": time.monotonic(),
            }
        else:
            continue
        out.write(json.dumps(record) + "\n")
        out.flush()
