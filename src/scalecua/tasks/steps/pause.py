"""The step that waits: `sleep`."""

import asyncio
from typing import Literal

from pydantic import Field

from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step


class Sleep(Step):
    """Wait a fixed time."""

    type: Literal["sleep"] = "sleep"
    seconds: float = Field(ge=0, le=300)

    async def __call__(self, scene: Scene) -> None:
        """Wait."""
        await asyncio.sleep(self.seconds)
