"""What has been found out of a task's judge, kept at once: no finished attack is played again."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState
from scalecua.tasks.fingerprint import task_set
from scalecua.verify.attack import Outcome


@dataclass(frozen=True, slots=True)
class Entry:
    """An attack's outcome, and where it was played, the state that it ended in."""

    outcome: Outcome
    state: FinalState | None


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Journal:
    """A line an attack in `<folder>/<fingerprint>.jsonl`; one cut short by a kill is passed over."""

    def __init__(self, folder: Path, task: Task) -> None:
        self._path = folder / f"{task_set([task])}.jsonl"
        folder.mkdir(parents=True, exist_ok=True)
        self._known = {entry.outcome.name: entry for entry in self._read()}

    def get(self, name: str) -> Entry | None:
        """What is known of an attack; None where it was never finished."""
        return self._known.get(name)

    def add(self, entry: Entry) -> None:
        """Keep it, unless infrastructure failed: that is tried again next time."""
        self._known[entry.outcome.name] = entry
        line = json.dumps(ENTRY.dump_python(entry, mode="json")) + "\n"
        with self._path.open("a", encoding="utf-8") as file:
            file.write(line)

    def _read(self) -> list[Entry]:
        if not self._path.exists():
            return []
        lines = self._path.read_text(encoding="utf-8").splitlines()
        return [entry for line in lines if (entry := _entry(line)) is not None]


def _entry(line: str) -> Entry | None:
    try:
        document: Any = json.loads(line)
        return ENTRY.validate_python(document)
    except (ValueError, ValidationError):
        return None
