"""A task: an instruction, how to set the desktop up, how to judge the end, and where it came from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

JSON = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One task; `setup` and `judge` keep the words of the task's own format.

    `setup` is a sequence of `{"type": ..., "parameters": {...}}`; `judge` is OSWorld's evaluator,
    or the source of a judge in Python and what it expects.
    `metadata["record"]`, where present, names the success record the task shares with others
    (variants of one template); `metadata["template"]` names the template, `metadata["split"]` its split.
    """

    id: str
    instruction: str
    domain: str
    apps: tuple[str, ...]
    snapshot: str
    setup: tuple[JSON, ...]
    judge: JSON
    max_turns: int
    source: str
    metadata: JSON = field(default_factory=dict)

    @property
    def record(self) -> str:
        """Name of the success record this task updates; its own id unless it shares one."""
        return str(self.metadata.get("record", self.id))
