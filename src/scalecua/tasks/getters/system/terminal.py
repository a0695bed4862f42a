"""`vm_terminal_output` (what a terminal shows) and `vm_command_error` (what a command complains of)."""

from typing import Literal
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from pydantic import Field

from scalecua.core.errors import DesktopError, JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.getters.base import FILE_LIMIT, TEXT_LIMIT, Getter
from scalecua.tasks.getters.command import NO_PROGRAM
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import shown
from scalecua.tasks.steps.command_line import Command, argv

STATE = "{https://accessibility.ubuntu.example.org/ns/state}"
MARKS = ("focused", "active", "showing")


class VmTerminalOutput(Getter):
    """The text of the terminal that has the keyboard, else of the first; None where there is none.

    White space at the end is left out, and of long texts all but the last TEXT_LIMIT characters.
    """

    type: Literal["vm_terminal_output"] = "vm_terminal_output"

    async def __call__(self, scene: Scene) -> str | None:
        """Find it in the accessibility tree."""
        text = await scene.desktop.tree()
        if len(text) > FILE_LIMIT:
            return None
        try:
            root: Element = fromstring(text, forbid_dtd=True)
        except (ParseError, DefusedXmlException):
            return None
        terminals = list(root.iter("terminal"))
        if not terminals:
            return None
        return (max(terminals, key=_rank).text or "").rstrip()[-TEXT_LIMIT:]


class VmCommandError(Getter):
    """The error output of a command, whatever it returns; at most TEXT_LIMIT characters.

    None for one that does not end in time: it runs what the agent made.
    """

    type: Literal["vm_command_error"] = "vm_command_error"
    command: Command = Field(min_length=1)
    shell: bool = False
    timeout_s: float = Field(120.0, gt=0, le=120)

    async def __call__(self, scene: Scene) -> str | None:
        """Run it; JudgeError where the desktop lacks the program that the judge asks for."""
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
        return result.error[:TEXT_LIMIT]


def _rank(terminal: Element) -> tuple[bool, ...]:
    return tuple(terminal.get(STATE + mark) == "true" for mark in MARKS)
