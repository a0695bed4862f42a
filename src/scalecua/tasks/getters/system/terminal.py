"""`vm_terminal_output`: what a terminal shows."""

from typing import Literal
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scalecua.tasks.getters.base import FILE_LIMIT, TEXT_LIMIT, Getter
from scalecua.tasks.scene import Scene

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


def _rank(terminal: Element) -> tuple[bool, ...]:
    return tuple(terminal.get(STATE + mark) == "true" for mark in MARKS)
