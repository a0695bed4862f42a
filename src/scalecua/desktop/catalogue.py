"""The applications of the root filesystem: how each starts, when it is ready, how its state is read."""

from dataclasses import dataclass
from typing import Literal

from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.packages import GROUPS, check

READY_S = 60.0
# How long a picture that never is still is waited for.
RESTLESS_S = 2.0
# The accessibility tree, files it writes, pictures alone, DevTools on its port, its own web interface.
Reading = Literal["tree", "files", "picture", "devtools", "http"]


@dataclass(frozen=True, slots=True)
class Application:
    """`command` starts it; a mapped window of this class and title, and a still picture, mean it is ready.

    `home` are the folders of the home that its first start fills, kept in the home template; `port` is where
    it listens inside the desktop when `command` has started it; `gl` says that it draws with OpenGL;
    `settle_s` is how long its picture may take to be still.
    """

    name: str
    group: str
    command: tuple[str, ...]
    wm_class: str
    reads: tuple[Reading, ...]
    title: str = ""
    home: tuple[str, ...] = ()
    port: int | None = None
    gl: bool = False
    settle_s: float = READY_S


def _office(part: str) -> Application:
    return Application(
        f"libreoffice-{part}",
        "office",
        ("libreoffice", f"--{part}", "--norestore"),
        f"libreoffice-{part}",
        ("tree", "files"),
        home=(".config/libreoffice",),
    )


APPLICATIONS = (
    Application("xterm", "light", ("xterm",), "xterm", ("picture",)),
    Application("terminal", "light", ("xfce4-terminal",), "xfce4-terminal", ("tree",)),
    Application("mousepad", "light", ("mousepad",), "mousepad", ("tree", "files")),
    Application("thunar", "light", ("thunar",), "thunar", ("tree", "files")),
    Application("galculator", "light", ("galculator",), "galculator", ("tree",)),
    *map(_office, ("calc", "writer", "impress")),
    Application(
        "chromium",
        "web",
        ("google-chrome", "--remote-debugging-port=9222"),
        "chromium",
        ("devtools", "tree", "files"),
        home=(".config/google-chrome",),
        port=9222,
    ),
    Application(
        "thunderbird", "web", ("thunderbird",), "thunderbird", ("tree", "files"), home=(".thunderbird",)
    ),
    Application(
        "gimp",
        "media",
        ("gimp",),
        "gimp",
        ("picture", "files"),
        title="GNU Image Manipulation Program",
        home=(".config/GIMP", ".cache/gimp"),
    ),
    Application(
        "vlc",
        "media",
        ("vlc", "--extraintf=http", "--http-port=8080", "--http-password=password"),
        "vlc",
        ("tree", "http", "files"),
        home=(".config/vlc",),
        port=8080,
    ),
    Application("kalgebra", "science", ("kalgebra",), "kalgebra", ("tree",)),
    Application(
        "grass",
        "science",
        # Beside its terminal; its windows ask for a language, which C.UTF-8 is not.
        ("env", "LANG=en_US.UTF-8", "xterm", "-iconic", "-e", "grass", "--gui"),
        "wxgui",
        ("tree", "files"),
        home=(".grass8", "grassdata"),
    ),
    Application(
        "texstudio", "science", ("texstudio",), "texstudio", ("tree", "files"), home=(".config/texstudio",)
    ),
    Application("pymol", "science", ("pymol",), "pymol", ("tree", "files"), gl=True, settle_s=RESTLESS_S),
    Application(
        "stellarium",
        "science",
        ("stellarium",),
        "stellarium",
        ("picture", "files"),
        title="Stellarium 0",
        home=(".stellarium/config.ini",),
        gl=True,
        settle_s=RESTLESS_S,
    ),
)


def of(apps: str) -> tuple[Application, ...]:
    """The applications of a group; DesktopError with the groups there are."""
    check(apps)
    return tuple(one for one in APPLICATIONS if one.group in GROUPS[apps])


def draws_with_gl(apps: str) -> bool:
    """Whether anything in a group draws with OpenGL."""
    return any(one.gl for one in of(apps))


def named(name: str) -> Application:
    """The application of this name; DesktopError with the names there are."""
    for one in APPLICATIONS:
        if one.name == name:
            return one
    raise DesktopError(f"no application {name!r}; there are {', '.join(one.name for one in APPLICATIONS)}")


async def start(desktop: Desktop, application: Application, *, timeout_s: float = READY_S) -> None:
    """Start it and wait until it is ready; DesktopError with SETUP naming the windows there are if not."""
    await desktop.launch(application.command)
    await ready(desktop, application, timeout_s=timeout_s)


async def ready(desktop: Desktop, application: Application, *, timeout_s: float = READY_S) -> None:
    """Wait until a running one is ready."""
    asked = {
        "wm_class": application.wm_class,
        "title": application.title or None,
        "timeout_s": timeout_s,
        "settle_s": application.settle_s,
    }
    answer = await desktop.request("/wait_window", asked)
    if not answer["found"]:
        raise DesktopError(
            f"{application.name} showed no window within {timeout_s:g} s; there are {answer['titles']}",
            failure=Failure.SETUP,
        )
