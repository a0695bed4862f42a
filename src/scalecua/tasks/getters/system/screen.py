"""What the screen shows: its size, a window's, and the picture behind the windows."""

from pathlib import PurePosixPath
from typing import Any, Literal

from pydantic import Field

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import FILE_LIMIT, Fetched, Getter
from scalecua.tasks.scene import Scene

Size = dict[str, int]


class VmScreenSize(Getter):
    """The screen's size, pixels: `{"width": …, "height": …}`."""

    type: Literal["vm_screen_size"] = "vm_screen_size"

    async def __call__(self, scene: Scene) -> Size:
        """Ask for it."""
        return _size(await scene.desktop.request("/screen_size", {}))


class VmWindowSize(Getter):
    """The size of the first window of an application's class; zeros where it shows none."""

    type: Literal["vm_window_size"] = "vm_window_size"
    app_class_name: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Size:
        """Ask for it."""
        body = {"app_class_name": self.app_class_name}
        try:
            return _size(await scene.desktop.request("/window_size", body))
        except DesktopError as error:
            if error.failure is not None:
                raise
            # Stands where a task has what it expects, which must be something.
            return {"width": 0, "height": 0}


class VmWallpaper(Getter):
    """The picture behind the windows, a file; None if it is larger than FILE_LIMIT or there is none."""

    type: Literal["vm_wallpaper"] = "vm_wallpaper"
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Ask for it."""
        try:
            data = await scene.desktop.request("/wallpaper", {})
        except DesktopError as error:
            if error.failure is not None:
                raise
            return None
        if not isinstance(data, bytes):
            raise DesktopError(f"/wallpaper gave {type(data).__name__}, no picture", failure=Failure.GUEST)
        return Fetched(PurePosixPath(self.dest).name, data) if len(data) <= FILE_LIMIT else None


def _size(answer: Any) -> Size:
    return {side: int(answer[side]) for side in ("width", "height")}
