"""What a rule says of a task."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

Rule = Literal[
    "absolute pixels",
    "credentials",
    "live web",
    "missing asset",
    "relative time",
    "no conjunction",
    "cannot fail",
    "cannot pass",
    "open to the agent",
    "answer leaked",
    "nothing checkable",
    "duplicate",
]


@dataclass(frozen=True, slots=True)
class Remark:
    """The rule that a task breaks, and how."""

    rule: Rule
    text: str


def leaves(node: Any) -> Iterator[str]:
    """All texts and numbers in JSON, without its keys."""
    if isinstance(node, dict):
        for value in node.values():
            yield from leaves(value)
    elif isinstance(node, list | tuple):
        for value in node:
            yield from leaves(value)
    elif isinstance(node, str | int | float) and not isinstance(node, bool):
        yield str(node)
