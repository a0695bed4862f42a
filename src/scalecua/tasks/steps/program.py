"""Steps that run programs: `launch`, `execute` (and its alias `command`), `execute_with_verification`."""

import asyncio
import re
from typing import Literal

from pydantic import Field

from scalecua.core.desktop import Desktop, ExecResult
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import CommandFailed, Step, StepFailed, shown
from scalecua.tasks.steps.command_line import Command, argv
from scalecua.tasks.steps.window import wait

# Commands by which a task itself acts on the desktop: no state that an agent leaves is why they fail.
OWN = re.compile(r"\bpyautogui\b|\b(apt|apt-get|pip3?|snap)\s+(-\S+\s+)*install\b")


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
    """Run a command to its end; it must return 0, or reach `until` within `timeout_s`.

    What it prints is kept in the scene's outputs under the names `stdout` and `stderr`. A command whose
    output is kept may return anything: its output says what is so.
    """

    type: Literal["execute", "command"] = "execute"
    command: Command = Field(min_length=1)
    shell: bool = False
    stdout: str = ""
    stderr: str = ""
    until: Until | None = None
    timeout_s: float = Field(120.0, gt=0, le=600)

    async def __call__(self, scene: Scene) -> None:
        """Run it, again every half second where it waits for something."""
        wanted = self.until or Until(returncode=None if self.stdout or self.stderr else 0)
        words = argv(self.command, self.shell, scene.desktop.size)
        deadline = asyncio.get_running_loop().time() + self.timeout_s
        while True:
            result = await scene.desktop.execute(words, timeout_s=self.timeout_s)
            self._keep(result, scene)
            if wanted.holds(result):
                return
            if self.until is None or asyncio.get_running_loop().time() > deadline:
                failed = StepFailed if OWN.search(" ".join(words)) else CommandFailed
                raise failed(shown(result))
            await asyncio.sleep(0.5)

    def _keep(self, result: ExecResult, scene: Scene) -> None:
        for name, text in ((self.stdout, result.output), (self.stderr, result.error)):
            if name:
                scene.outputs[name] = text.encode()


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
