"""The Debian packages of the root filesystem, by what they are for."""

SUITE = "bookworm"

SESSION = (
    "xvfb",
    "openbox",
    "dbus",
    "at-spi2-core",
    "dconf-gsettings-backend",
    "gsettings-desktop-schemas",
    "xkb-data",
    "x11-utils",
    "x11-xserver-utils",
)
GUEST = (
    "python3",
    "python-is-python3",
    "python3-xlib",
    "python3-pil",
    "python3-pyatspi",
    "python3-gi",
    "gir1.2-atspi-2.0",
)
LOOK = (
    "fonts-dejavu-core",
    "adwaita-icon-theme",
    "librsvg2-common",
    "shared-mime-info",
)
TOOLS = (
    "procps",
    "wmctrl",
    "xclip",
    "xdg-utils",
    "libglib2.0-bin",
    "zip",
    "unzip",
)
LIGHT = (
    "xterm",
    "xfce4-terminal",
    "mousepad",
    "thunar",
    "zenity",
    "yad",
    "galculator",
)

GROUPS: dict[str, tuple[str, ...]] = {"light": LIGHT}


def packages(apps: str) -> tuple[str, ...]:
    """Every package to install for an application group."""
    return SESSION + GUEST + LOOK + TOOLS + GROUPS[apps]
