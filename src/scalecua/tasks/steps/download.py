"""The step that brings files by URL: `download`."""

import asyncio
from pathlib import PurePosixPath
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from scalecua.tasks.asset_address import check
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, in_home

Url = Annotated[str, AfterValidator(check)]


class Wanted(Step):
    """A URL, and where its file goes; a path that is not absolute starts at the home."""

    url: Url
    path: str = Field(min_length=1)


class Download(Step):
    """Fetch files on this side of the desktop's wall, and write them on the desktop in order."""

    type: Literal["download"] = "download"
    files: tuple[Wanted, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Fetch and write them; TaskError with Failure.ASSET for one that cannot be had."""
        for file in self.files:
            found = await scene.assets.get(file.url)
            await scene.desktop.write(in_home(file.path), await asyncio.to_thread(found.read_bytes))
            scene.downloaded[PurePosixPath(file.path).name] = found
