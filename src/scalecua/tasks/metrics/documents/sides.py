"""Reading both sides of a comparison in the same way, and rules that hold nothing unknown."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from scalecua.tasks.metrics.unreadable import agents

Read = TypeVar("Read")


def both(what: str, read: Callable[[Path], Read], result: Path, expected: Path) -> tuple[Read, Read]:
    """What `read` gives for either; Unreadable where it fails on the agent's side."""
    with agents(what):
        found = read(result)
    return found, read(expected)


def closed(rules: dict[str, Any], *choices: str) -> dict[str, Any]:
    """`rules`; ValueError, a fault of the task, if they hold a key that is none of `choices`."""
    unknown = sorted(rules.keys() - set(choices))
    if unknown:
        raise ValueError(f"rules hold {', '.join(unknown)}; choices: {', '.join(choices)}")
    return rules
