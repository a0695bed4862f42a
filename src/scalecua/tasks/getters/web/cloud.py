"""`cloud_file` and `cache_file`: files that do not come from the desktop."""

import asyncio
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field, model_validator

from scalecua.core.errors import JudgeError, TaskError
from scalecua.core.failure import Failure
from scalecua.tasks.asset_address import check
from scalecua.tasks.getters.base import Fetched, Getter
from scalecua.tasks.getters.file import FileGetter
from scalecua.tasks.scene import Scene


class CloudFile(FileGetter):
    """Files by URL: what the task's authors expect."""

    type: Literal["cloud_file"] = "cloud_file"

    @model_validator(mode="after")
    def _addresses(self) -> "CloudFile":
        for url in self.paths:
            check(url)
        return self

    async def one(self, path: str, name: str, scene: Scene) -> Fetched:
        """Bring it; JudgeError with Failure.ASSET if it cannot be had."""
        try:
            found = await scene.assets.get(path)
        except TaskError as error:
            raise JudgeError(str(error), failure=error.failure) from error
        return Fetched(name, await asyncio.to_thread(found.read_bytes))


class CacheFile(Getter):
    """A file that a step left on this side: what a command printed, or what `download` brought."""

    type: Literal["cache_file"] = "cache_file"
    path: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched:
        """Look it up; JudgeError where no step has left it, which the task itself must see to."""
        name = PurePosixPath(self.path).name
        if self.path in scene.outputs:
            return Fetched(name, scene.outputs[self.path])
        if self.path not in scene.downloaded:
            left = ", ".join(sorted({*scene.outputs, *scene.downloaded})) or "nothing"
            raise JudgeError(f"no step has left {self.path!r}; there is {left}", failure=Failure.JUDGE)
        return Fetched(name, await asyncio.to_thread(scene.downloaded[self.path].read_bytes))
