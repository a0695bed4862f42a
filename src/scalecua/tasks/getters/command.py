"""`vm_command_line`: what a command prints."""

from typing import Literal

from pydantic import Field

from scalecua.tasks.getters.base import TEXT_LIMIT, Getter
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.program import Command, argv


class VmCommandLine(Getter):
    """The standard output of a command, whatever it returns; at most TEXT_LIMIT characters."""

    type: Literal["vm_command_line"] = "vm_command_line"
    command: Command = Field(min_length=1)
    shell: bool = False
    timeout_s: float = Field(30.0, gt=0, le=120)

    async def __call__(self, scene: Scene) -> str:
        """Run it."""
        words = argv(self.command, self.shell, scene.desktop.size)
        return (await scene.desktop.execute(words, timeout_s=self.timeout_s)).output[:TEXT_LIMIT]
