"""Steps that run programs: `launch`, `execute` (and its alias `command`), `execute_with_verification`."""

import asyncio
import shlex
from typing import Literal

from pydantic import Field

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed, in_home, shown
from scalecua.tasks.steps.window import wait

Command = str | tuple[str, ...]


def argv(command: Command, shell: bool, size: tuple[int, int]) -> tuple[str, ...]:
    """The argument list of an OSWorld command, its screen-size placeholders filled in."""
    width, height = size
    fills = {
        "{SCREEN_WIDTH_HALF}": str(width // 2),
        "{SCREEN_HEIGHT_HALF}": str(height // 2),
        "{SCREEN_WIDTH}": str(width),
        "{SCREEN_HEIGHT}": str(height),
    }

    def filled(text: str) -> str:
        for placeholder, value in fills.items():
            text = text.replace(placeholder, value)
        return text

    if shell:
        return "sh", "-c", filled(command if isinstance(command, str) else " ".join(command))
    words = shlex.split(command) if isinstance(command, str) else command
    return tuple(in_home(filled(word)) for word in words)


class Launch(Step):
    """Start a program and go on; follow it by `wait_window`, which proves that it came up."""

    type: Literal["launch"] = "launch"
    command: Command = Field(min_length=1)
    shell: bool = False

    async def __call__(self, scene: Scene) -> None:
        """Start it."""
        await scene.desktop.launch(argv(self.command, self.shell, scene.desktop.size))


class Until(Step):
    """What an `execute` repeats itself for: every given part must hold."""

    returncode: int | None = None
    stdout: str | None = None
    stderr: str | None = None

    def holds(self, result: ExecResult) -> bool:
        """Whether the result is what was waited for."""
        return (
            (self.returncode is None or result.returncode == self.returncode)
            and (self.stdout is None or self.stdout in result.output)
            and (self.stderr is None or self.stderr in result.error)
        )


class Execute(Step):
    """Run a command to its end; it must return 0, or reach `until` within `timeout_s`."""

    type: Literal["execute", "command"] = "execute"
    command: Command = Field(min_length=1)
    shell: bool = False
    until: Until | None = None
    timeout_s: float = Field(60.0, gt=0, le=600)

    async def __call__(self, scene: Scene) -> None:
        """Run it, again every half second where it waits for something."""
        wanted = self.until or Until(returncode=0)
        words = argv(self.command, self.shell, scene.desktop.size)
        deadline = asyncio.get_running_loop().time() + self.timeout_s
        while True:
            result = await scene.desktop.execute(words, timeout_s=self.timeout_s)
            if wanted.holds(result):
                return
            if self.until is None or asyncio.get_running_loop().time() > deadline:
                raise StepFailed(shown(result))
            await asyncio.sleep(0.5)


class Verification(Step):
    """What must hold after the command: a window with this in its title, a command that returns 0."""

    window_exists: str | None = None
    command_success: str | None = None


class ExecuteWithVerification(Step):
    """Run a command that must return 0, then wait until the verification holds."""

    type: Literal["execute_with_verification"] = "execute_with_verification"
    command: Command = Field(min_length=1)
    shell: bool = False
    verification: Verification = Verification()
    max_wait_time: float = Field(10.0, gt=0, le=120)
    check_interval: float = Field(1.0, gt=0, le=60)

    async def __call__(self, scene: Scene) -> None:
        """Run it and check."""
        await Execute(command=self.command, shell=self.shell)(scene)
        if self.verification.window_exists is not None:
            title = self.verification.window_exists
            await wait(scene.desktop, title=title, wm_class=None, timeout_s=self.max_wait_time)
        if self.verification.command_success is not None:
            await self._command(scene.desktop, self.verification.command_success)

    async def _command(self, desktop: Desktop, command: str) -> None:
        deadline = asyncio.get_running_loop().time() + self.max_wait_time
        while True:
            result = await desktop.execute(("sh", "-c", command), timeout_s=self.max_wait_time)
            if result.returncode == 0:
                return
            if asyncio.get_running_loop().time() > deadline:
                raise StepFailed(f"verification {command!r} {shown(result)}")
            await asyncio.sleep(self.check_interval)
