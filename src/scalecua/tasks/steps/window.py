"""Steps about windows: `activate_window`, `close_window`, `open` and our `wait_window`."""

import asyncio
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field, model_validator

from scalecua.core.desktop import Desktop
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, in_home

FRONT_S = 5.0
PROBE_S = 0.3
CLOSE_S = 5.0
# Names by which tasks know windows that have another title on desktops whose programs Debian built.
ALSO = {"Google Chrome": "Chromium"}


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
    """Bring a window to the front; it must exist. Chromium's also goes by the name of Google Chrome."""

    type: Literal["activate_window"] = "activate_window"
    window_name: str = Field(min_length=1)
    strict: bool = False
    by_class: bool = False

    async def __call__(self, scene: Scene) -> None:
        """Make sure the window is there, then activate it."""
        by_class = self.by_class
        name = self.window_name if by_class else await _title(scene.desktop, self.window_name)
        found = {"title": None if by_class else name, "wm_class": name if by_class else None}
        await wait(scene.desktop, **found, timeout_s=FRONT_S)
        body = {**self.model_dump(exclude={"type"}), "window_name": name}
        await scene.desktop.request("/setup/activate_window", body)


class CloseWindow(Step):
    """Ask a window to close, and wait until none of its name is there any more."""

    type: Literal["close_window"] = "close_window"
    window_name: str = Field(min_length=1)
    strict: bool = False
    by_class: bool = False

    async def __call__(self, scene: Scene) -> None:
        """Close it."""
        await scene.desktop.request("/setup/close_window", self.model_dump(exclude={"type"}))
        deadline = asyncio.get_running_loop().time() + CLOSE_S
        while await self._there(scene.desktop):
            if asyncio.get_running_loop().time() > deadline:
                raise StepFailed(f"window {self.window_name!r} is still there")
            await asyncio.sleep(0.1)

    async def _there(self, desktop: Desktop) -> bool:
        by_class, name = self.by_class, self.window_name
        body = {"title": None if by_class else name, "wm_class": name if by_class else None, "timeout_s": 0.0}
        answer = await desktop.request("/wait_window", body)
        return name in answer["titles"] if self.strict and not by_class else bool(answer["found"])


async def _title(desktop: Desktop, name: str) -> str:
    """The title by which a window is there, of those that mean the same; the name itself if none comes."""
    names = (name, ALSO[name]) if name in ALSO else ()
    deadline = asyncio.get_running_loop().time() + FRONT_S
    while names and asyncio.get_running_loop().time() < deadline:
        for one in names:
            body = {"title": one, "wm_class": None, "timeout_s": PROBE_S}
            if (await desktop.request("/wait_window", body))["found"]:
                return one
    return name


class Open(Step):
    """Open a file with its default application and wait for a window named after it."""

    type: Literal["open"] = "open"
    path: str = Field(min_length=1)
    timeout_s: float = Field(30.0, gt=0, le=120)

    async def __call__(self, scene: Scene) -> None:
        """Open it."""
        path = in_home(self.path)
        await scene.desktop.request("/setup/open_file", {"path": path, "timeout_s": self.timeout_s})
        await wait(scene.desktop, title=PurePosixPath(path).name, wm_class=None, timeout_s=self.timeout_s)
