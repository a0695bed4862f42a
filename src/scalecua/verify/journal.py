"""What has been found out of a task's judge, kept at once: no finished attack is carried out again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState
from scalecua.tasks.fingerprint import task_set
from scalecua.tasks.python_judge import PYTHON, needs
from scalecua.verify.attack import Outcome


@dataclass(frozen=True, slots=True)
class Entry:
    """An attack's outcome, and where it was played, the state that it ended in."""

    outcome: Outcome
    state: FinalState | None


ENTRY: TypeAdapter[Entry] = TypeAdapter(Entry)


class Journal:
    """A line an attack in `<folder>/<fingerprint>.jsonl`; one cut short by a kill is passed over.

    The states that attacks ended in stand in `<folder>/ends/` too, by all of the task but how it is judged:
    a judge that was changed is attacked again without a desktop, as long as it needs what the old one did.
    """

    def __init__(self, folder: Path, task: Task) -> None:
        ends = folder / "ends"
        ends.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{task_set([task])}.jsonl"
        self._ends_path = ends / f"{task_set([_unjudged(task)])}.jsonl"
        self._known = {entry.outcome.name: entry for entry in _read(self._path)}
        self._ends = {entry.outcome.name: entry.state for entry in _read(self._ends_path)}

    def get(self, name: str) -> Entry | None:
        """What is known of an attack; None where it was never finished."""
        return self._known.get(name)

    def end(self, name: str) -> FinalState | None:
        """The state that an attack of this name ended in, whatever a judge said of it; None if unknown."""
        return self._ends.get(name)

    def count(self, failure: Failure) -> int:
        """How many attacks ended in a failure of the judge's of this class."""
        return sum(entry.outcome.failure is failure for entry in self._known.values())

    def add(self, entry: Entry, *, played: bool) -> None:
        """Keep it at once, and its state if it was played for this."""
        self._known[entry.outcome.name] = entry
        line = json.dumps(ENTRY.dump_python(entry, mode="json")) + "\n"
        for path in (self._path, self._ends_path) if played else (self._path,):
            with path.open("a", encoding="utf-8") as file:
                file.write(line)


def _unjudged(task: Task) -> Task:
    """The task without what only its judge reads, where that can be told apart."""
    if PYTHON not in task.judge:
        return task
    asked = [need.name for need in needs(str(task.judge[PYTHON]), "judge.py")]
    kept = {"needs": asked, "postconfig": task.judge.get("postconfig", ())}
    return replace(
        task,
        id="",
        instruction="",
        judge=kept,
        source="",
        metadata={"solution": task.metadata.get("solution")},
    )


def _read(path: Path) -> Iterator[Entry]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                document: Any = json.loads(line)
                yield ENTRY.validate_python(document)
            except (ValueError, ValidationError):
                continue
