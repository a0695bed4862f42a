"""`application`: what one application shows and keeps, by name, as a judge in Python asks for it."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import field_validator

from scalecua.tasks.getters.base import TEXT_LIMIT, Fetched, Getter
from scalecua.tasks.getters.browser.bookmarks import Bookmarks
from scalecua.tasks.getters.browser.tabs import OpenTabsInfo
from scalecua.tasks.getters.command import VmCommandLine
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.getters.media.vlc import VlcConfig, VlcPlayingInfo
from scalecua.tasks.getters.system.gimp import GimpConfigFile
from scalecua.tasks.getters.system.terminal import VmTerminalOutput
from scalecua.tasks.scene import Scene

OFFICE = "~/.config/libreoffice/4/user/registrymodifications.xcu"
MAIL = "cat ~/.thunderbird/*.default*/prefs.js"
# The windows of a desktop stand beside its applications.
STATES: Mapping[str, Mapping[str, Getter]] = {
    "chromium": {
        "tabs": OpenTabsInfo(),
        "bookmarks": Bookmarks(),
        "preferences": VmFile(path="~/.config/google-chrome/Default/Preferences"),
    },
    "desktop": {"windows": VmCommandLine(command=("wmctrl", "-lx"))},
    "gimp": {
        "gimprc": GimpConfigFile(file_name="gimprc", dest="gimprc"),
        "sessionrc": GimpConfigFile(file_name="sessionrc", dest="sessionrc"),
    },
    "libreoffice": {"registry": VmFile(path=OFFICE)},
    "terminal": {"shown": VmTerminalOutput()},
    "thunderbird": {"prefs": VmCommandLine(command=MAIL, shell=True)},
    "vlc": {"vlcrc": VlcConfig(dest="vlcrc"), "status": VlcPlayingInfo(dest="status.xml")},
}


class Application(Getter):
    """All that there is of one application, files as texts of at most TEXT_LIMIT characters."""

    type: Literal["application"] = "application"
    app: str

    @field_validator("app")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in STATES:
            raise ValueError(f"choices: {', '.join(STATES)}")
        return name

    async def __call__(self, scene: Scene) -> dict[str, Any]:
        """Look at each part."""
        return {name: _shown(await getter(scene)) for name, getter in STATES[self.app].items()}


def _shown(found: Any) -> Any:
    """A file as text."""
    return found.data.decode("utf-8", "replace")[:TEXT_LIMIT] if isinstance(found, Fetched) else found
