"""What holders leave behind, by kind: shell scripts run inside, in the end followed by actions."""

from scalecua.core.action import Action, Key, LeftMouseDown, Scroll, Type

FILES = r"""
cd ~
for folder in ~ /tmp /var/tmp /dev/shm /run /run/user/1000 /tmp/.X11-unix; do touch $folder/left; done
mkdir -p a/b .hidden closed; touch a/b/f .hidden/f closed/f -- -rf "$(printf 'two\nlines')"
mkfifo pipe; ln -s / root; ln -s nowhere dangling; ln /tmp/left /tmp/other
echo more >> .config/gtk-3.0/settings.ini; rm -rf .config/xfce4 Documents
chmod 000 closed left; chmod 500 a/b a; chmod 1777 ~; chmod 711 /tmp
python3 - <<'END'
import ctypes, os
for number in range(1500):
    os.mkdir("deep"); os.chdir("deep")
ctypes.CDLL("librt.so.1").mq_open(b"/left", os.O_CREAT | os.O_RDWR, 0o600, None)
libc = ctypes.CDLL(None)
libc.shmget(7, 4096, 0o1600); libc.semget(7, 1, 0o1600); libc.msgget(7, 0o1600)
END
gsettings set org.xfce.mousepad.preferences.view show-line-numbers true
gsettings set org.gnome.desktop.interface text-scaling-factor 2.0
"""

PROGRAMS = r"""
echo primary | xclip -selection primary; echo secret | xclip -selection clipboard
mousepad & xterm & thunar & yad --title=T --form --field=a & sleep 1.5
cat > /tmp/hydra.py <<'END'
import os, signal
for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    for head in range(8):
        if os.fork() == 0:
            while True:
                if os.fork():
                    os._exit(0)
END
python3 /tmp/hydra.py
(trap '' TERM HUP INT; setsid sh -c 'while true; do sleep 1000; done' &) &
unshare -Urpf --mount-proc sleep 1000 &
sleep 0.3
"""

SCREEN = r"""
xsetroot -solid red; xsetroot -cursor_name watch
xprop -root -f LEFT 8s -set LEFT behind; xprop -root -remove RESOURCE_MANAGER
xmodmap -e 'keycode 38 = b'
cat > /tmp/retained.py <<'END'
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest
display = Display()
root = display.screen().root
window = root.create_window(9, 9, 90, 90, 0, 24, background_pixel=0xFF0000, override_redirect=1)
window.map()
display.set_close_down_mode(X.RetainPermanent)
for code in (38, 37, 50, 64):
    xtest.fake_input(display, X.KeyPress, code)
xtest.fake_input(display, X.ButtonPress, 3)
display.sync()
END
python3 /tmp/retained.py
"""
HELD: tuple[Action, ...] = (
    LeftMouseDown(300, 300),
    Scroll(10, 10, "down", 3),
    Key(("numlock",)),
    Key(("capslock",)),
    Type("漢字"),
)

GRABS = r"""
cat > /tmp/grabs.py <<'END'
import time
from Xlib import X
from Xlib.display import Display
display = Display()
root = display.screen().root
root.grab_pointer(False, 0, X.GrabModeSync, X.GrabModeSync, 0, 0, X.CurrentTime)
root.grab_keyboard(False, X.GrabModeSync, X.GrabModeSync, X.CurrentTime)
display.grab_server()
display.sync()
open("/tmp/grabbed", "w").close()
time.sleep(1000)
END
python3 /tmp/grabs.py & while ! [ -e /tmp/grabbed ]; do sleep 0.05; done
"""

# Everything here ends with the same desktop, reset.
MENDED: dict[str, tuple[str, tuple[Action, ...]]] = {
    "files and settings": (FILES, ()),
    "programs and clipboard": (PROGRAMS, ()),
    "screen and what is held": (SCREEN, HELD),
    "grabs": (GRABS, ()),
    "stopped parts": ("pkill -STOP openbox; pkill -STOP Xvfb", ()),
}

KEYRING = "import ctypes; exit(ctypes.CDLL(None).syscall(248, b'user', b'left', b'x', 1, -4) == -1)"
THEME = r"""
theme=Clearlooks/openbox-3
mkdir -p ~/.themes/$theme; cp /usr/share/themes/$theme/* ~/.themes/$theme
echo 'window.active.title.bg.color: #ff0000' >> ~/.themes/$theme/themerc
openbox --reconfigure; sleep 0.3
"""

# Names of which the X server keeps 150 MB for ever.
ATOMS = r"""
cat > /tmp/atoms.py <<'END'
from Xlib.display import Display
display = Display()
for number in range(2500):
    display.intern_atom(f"{number:06}" * 10_000)
END
python3 /tmp/atoms.py
"""

# A property of the core pointer (XIChangeProperty).
DEVICE = r"""
python3 - <<'END'
import struct
from Xlib.display import Display
from guest.ask import INPUT, Tell, majors
display = Display()
name = display.intern_atom("LEFT")
Tell(display, majors(display)[INPUT], 57, struct.pack("<HBBIII4x", 2, 0, 8, name, 19, 1))
display.sync()
END
"""

# For these a desktop has to go.
ROUGH = {
    "keyboard": "setxkbmap de; xset r off; xset m 10 1; xmodmap -e 'pointer = 3 2 1'",
    "device": DEVICE,
    "window manager": "wmctrl -n 3",
    "theme": THEME,
    "priority": "renice 19 $(pgrep Xvfb)",
    "limits": "prlimit --nofile=64:64 --pid $(pgrep -xo python3)",
    "memory": ATOMS,
    "keyring": f'python3 -c "{KEYRING}"',
    "dead server": "pkill -9 Xvfb",
    "replaced socket": "rm /tmp/.X11-unix/X0; touch /tmp/.X11-unix/X0",
}
