"""`vm_command_line` and `vm_command_error`: what a command prints, and what it complains of."""

from typing import Literal

from pydantic import Field

from scalecua.core.desktop import ExecResult
from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import TEXT_LIMIT, Getter
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import shown
from scalecua.tasks.steps.command_line import Command, argv

NO_PROGRAM = 127


class CommandGetter(Getter):
    """A command that looks at the desktop, whatever it returns."""

    command: Command = Field(min_length=1)
    shell: bool = False
    timeout_s: float = Field(120.0, gt=0, le=120)

    async def ran(self, scene: Scene) -> ExecResult | None:
        """Run it; None if it does not end in time, since it runs what the agent made.

        JudgeError where the desktop lacks the program that the judge asks for.
        """
        words = argv(self.command, self.shell, scene.desktop.size)
        try:
            result = await scene.desktop.execute(words, timeout_s=self.timeout_s)
        except DesktopError as error:
            if error.failure is Failure.TIMEOUT:
                return None
            if error.failure is not None:
                raise
            raise JudgeError(f"the judge's command was refused: {error}", failure=Failure.JUDGE) from error
        if result.returncode == NO_PROGRAM and "not found" in result.error:
            raise JudgeError(f"the judge's command {words!r:.300} {shown(result)}", failure=Failure.JUDGE)
        return result


class VmCommandLine(CommandGetter):
    """The standard output of a command; at most TEXT_LIMIT characters."""

    type: Literal["vm_command_line"] = "vm_command_line"

    async def __call__(self, scene: Scene) -> str | None:
        """Run it."""
        result = await self.ran(scene)
        return None if result is None else result.output[:TEXT_LIMIT]


class VmCommandError(CommandGetter):
    """The error output of a command; at most TEXT_LIMIT characters."""

    type: Literal["vm_command_error"] = "vm_command_error"

    async def __call__(self, scene: Scene) -> str | None:
        """Run it."""
        result = await self.ran(scene)
        return None if result is None else result.error[:TEXT_LIMIT]
