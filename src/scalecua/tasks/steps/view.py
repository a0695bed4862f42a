"""Steps about the desktop's look: `change_wallpaper` and `tidy_desktop`."""

from typing import Literal

from pydantic import Field

from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, in_home, shown


class ChangeWallpaper(Step):
    """Show a picture of the desktop's behind the windows."""

    type: Literal["change_wallpaper"] = "change_wallpaper"
    path: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Show it; the desktop refuses what is no picture."""
        await scene.desktop.request("/setup/change_wallpaper", {"path": in_home(self.path)})


class TidyDesktop(Step):
    """Put every window out of sight, as "show desktop" does."""

    type: Literal["tidy_desktop"] = "tidy_desktop"

    async def __call__(self, scene: Scene) -> None:
        """Ask the window manager."""
        result = await scene.desktop.execute(("wmctrl", "-k", "on"), timeout_s=10)
        if result.returncode != 0:
            raise StepFailed(shown(result))
