"""Reading both sides of a comparison in the same way."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from scalecua.tasks.metrics.unreadable import agents

Read = TypeVar("Read")


def both(what: str, read: Callable[[Path], Read], result: Path, expected: Path) -> tuple[Read, Read]:
    """What `read` gives for either; Unreadable where it fails on the agent's side."""
    with agents(what):
        found = read(result)
    return found, read(expected)
