"""The Debian packages of the root filesystem, by what they are for."""

from scalecua.core.errors import DesktopError

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
    "jq",
    "xsel",
    # Not ours to need: tasks call them, and our own are measured against them.
    "scrot",
    "xdotool",
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

# What the text of documents and pages may need: Arial's and Times's measures, Chinese, emoji.
PAPER = ("fonts-liberation", "fonts-droid-fallback", "fonts-noto-color-emoji")
OFFICE = ("libreoffice-calc", "libreoffice-writer", "libreoffice-impress", "libreoffice-gtk3", *PAPER)
# OSWorld's tasks forward DevTools' port with socat.
WEB = ("chromium", "thunderbird", "socat", *PAPER)
MEDIA = ("gimp", "vlc", "ffmpeg")
SCIENCE = (
    *("kalgebra", "breeze-icon-theme", "grass-core", "grass-gui", "texstudio", "pymol", "openbabel"),
    *("texlive-latex-base", "stellarium", "libgl1-mesa-dri", "locales"),
)

INSTALLS: dict[str, tuple[str, ...]] = {
    "light": LIGHT,
    "office": OFFICE,
    "web": WEB,
    "media": MEDIA,
    "science": SCIENCE,
}
# Group of a command line or a configuration to what it is made of; every one holds the light applications.
GROUPS: dict[str, tuple[str, ...]] = {
    **{group: tuple(dict.fromkeys(("light", group))) for group in INSTALLS},
    "all": tuple(INSTALLS),
}
LACKING = {
    "code": "the code group lacks its editor: Debian has no VS Code, and code-server needs Node 20",
}


def check(apps: str) -> None:
    """DesktopError if there is no such group, with what it lacks or the groups there are."""
    if apps not in GROUPS:
        what = LACKING.get(apps, f"unknown application group {apps!r}")
        raise DesktopError(f"{what}; there are {', '.join(GROUPS)}")


def packages(apps: str) -> tuple[str, ...]:
    """Every package to install for an application group."""
    wanted = [name for group in GROUPS[apps] for name in INSTALLS[group]]
    return tuple(dict.fromkeys((*SESSION, *GUEST, *LOOK, *TOOLS, *wanted)))
