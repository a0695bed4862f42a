"""Steps about windows: `activate_window`, `close_window`, `open` and our `wait_window`."""

from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field, model_validator

from scalecua.core.desktop import Desktop
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, in_home

FRONT_S = 5.0


class WaitWindow(Step):
    """Wait until a window with this in its title, or of this class, is mapped and the picture is still."""

    type: Literal["wait_window"] = "wait_window"
    title: str | None = None
    wm_class: str | None = None
    timeout_s: float = Field(10.0, gt=0, le=120)

    @model_validator(mode="after")
    def _names_a_window(self) -> "WaitWindow":
        if self.title is None and self.wm_class is None:
            raise ValueError("give a title or a wm_class to wait for")
        return self

    async def __call__(self, scene: Scene) -> None:
        """Wait for it."""
        await wait(scene.desktop, title=self.title, wm_class=self.wm_class, timeout_s=self.timeout_s)


async def wait(desktop: Desktop, *, title: str | None, wm_class: str | None, timeout_s: float) -> None:
    """Wait for a window (any, where neither title nor class is given); StepFailed lists what is there."""
    body = {"title": title, "wm_class": wm_class, "timeout_s": timeout_s}
    answer = await desktop.request("/wait_window", body)
    if not answer["found"]:
        asked = f"title {title!r}" if title is not None else f"class {wm_class!r}"
        raise StepFailed(f"no window of {asked} within {timeout_s:g} s; there are {answer.get('titles')}")


class ActivateWindow(Step):
    """Bring a window to the front; it must exist."""

    type: Literal["activate_window"] = "activate_window"
    window_name: str = Field(min_length=1)
    strict: bool = False
    by_class: bool = False

    async def __call__(self, scene: Scene) -> None:
        """Make sure the window is there, then activate it."""
        name, by_class = self.window_name, self.by_class
        found = {"title": None if by_class else name, "wm_class": name if by_class else None}
        await wait(scene.desktop, **found, timeout_s=FRONT_S)
        await scene.desktop.request("/setup/activate_window", self.model_dump(exclude={"type"}))


class CloseWindow(Step):
    """Ask a window to close, and wait until no title names it any more."""

    type: Literal["close_window"] = "close_window"
    window_name: str = Field(min_length=1)
    strict: bool = False
    by_class: bool = False

    async def __call__(self, scene: Scene) -> None:
        """Close it."""
        await scene.desktop.request("/setup/close_window", self.model_dump(exclude={"type"}))
        for _ in range(0 if self.by_class else 50):
            body = {"title": self.window_name, "wm_class": None, "timeout_s": 0.1}
            titles = (await scene.desktop.request("/wait_window", body))["titles"]
            if not any(self.window_name in title for title in titles):
                return
        if not self.by_class:
            raise StepFailed(f"window {self.window_name!r} is still there")


class Open(Step):
    """Open a file with its default application and wait for a window named after it."""

    type: Literal["open"] = "open"
    path: str = Field(min_length=1)
    timeout_s: float = Field(30.0, gt=0, le=120)

    async def __call__(self, scene: Scene) -> None:
        """Open it."""
        path = in_home(self.path)
        await scene.desktop.request("/setup/open_file", {"path": path})
        await wait(scene.desktop, title=PurePosixPath(path).name, wm_class=None, timeout_s=self.timeout_s)
