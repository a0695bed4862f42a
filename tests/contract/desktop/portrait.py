"""Everything about a desktop that one holder could have changed and the next could notice."""

import hashlib
import re

from scalecua.desktop.client import GuestDesktop

LOOK = r"""
section() { echo "== $1"; "$@" 2>&1; }
# This shell leads a session of its own.
programs() { ps -eo pgid=,ni=,cls=,comm= | grep -v "^ *$$ " | sed 's/^ *[0-9]* //' | sort; }
files() {
  find /home /tmp /var/tmp /dev /run -not -path '/dev/pts/*' -not -path '/dev/fd/*' \
    -printf '%p %y %m %l\n' | sort
  # The lock of the X server holds its process number.
  find /home /tmp /var/tmp /dev/shm -type f -not -name '.X*-lock' -exec md5sum {} + | sort
}
clipboard() { for one in primary secondary clipboard; do timeout 2 xclip -o -selection $one; done; }
settings() { gsettings list-recursively | sort | md5sum; dconf dump / 2>/dev/null; }
root() { xprop -root | grep -v -E 'AT_SPI_BUS|_OPENBOX_PID' | sort; }
keyboard() { xmodmap -pke; xmodmap -pm; setxkbmap -query; xset q; }
kernel() { ipcs -a | awk '{print $5, $6}'; wc -l < /proc/keys; }
process() { env | grep -v SCALECUA_COMMAND; ulimit -a; umask; pwd; nice; }
windows() { wmctrl -l; xwininfo -root -children | grep -c '"openbox'; }
for part in programs files clipboard settings root keyboard kernel process windows; do section $part; done
section xrandr; section xmodmap -pp; section xrdb -query
"""
# Numbers of windows differ from one start of the same desktop to the next.
CHANGING = re.compile(r"0x[0-9a-f]+")


async def portrait(desktop: GuestDesktop) -> dict[str, str]:
    """Section to text."""
    pointer = await desktop.request("/act", {"key": "portrait", "action": {"kind": "cursor_position"}})
    picture = await desktop.screenshot()
    seen = await desktop.execute(["bash", "-c", LOOK], timeout_s=60)
    parts = CHANGING.sub("*", seen.output).split("== ")[1:]
    found = {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}
    tree = await desktop.tree()
    return {**found, "pointer": str(pointer), "picture": hashlib.sha256(picture).hexdigest(), "tree": tree}
