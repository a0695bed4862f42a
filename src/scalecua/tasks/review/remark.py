"""What a rule says of a task."""

import json
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


def shown(value: Any) -> str:
    """A value as a remark quotes it."""
    return json.dumps(value, ensure_ascii=False)[:80]
