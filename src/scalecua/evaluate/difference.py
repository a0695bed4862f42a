"""What differs between two sets of tasks, task by task and field by field."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from scalecua.core.task import Task

ABSENT = "(absent)"


@dataclass(frozen=True, slots=True)
class Change:
    """One field, as `evaluator.options.0`, with its value on either side; ABSENT where it has none."""

    field: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """Ids of tasks that only one side has, and the changes of those that both have, by id."""

    removed: tuple[str, ...]
    added: tuple[str, ...]
    changed: Mapping[str, tuple[Change, ...]]

    @property
    def empty(self) -> bool:
        """Whether both sets are the same."""
        return not (self.removed or self.added or self.changed)


def difference(before: Iterable[Task], after: Iterable[Task]) -> Difference:
    """Compare two sets of tasks by id."""
    old, new = ({task.id: asdict(task) for task in tasks} for tasks in (before, after))
    changed = {name: tuple(_changes("", old[name], new[name])) for name in sorted(old.keys() & new.keys())}
    return Difference(
        removed=tuple(sorted(old.keys() - new.keys())),
        added=tuple(sorted(new.keys() - old.keys())),
        changed={name: changes for name, changes in changed.items() if changes},
    )


def _changes(field: str, before: Any, after: Any) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(_below(field, key), before.get(key, ABSENT), after.get(key, ABSENT))
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        for at in range(max(len(before), len(after))):
            sides = (side[at] if at < len(side) else ABSENT for side in (before, after))
            yield from _changes(_below(field, str(at)), *sides)
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield Change(field, before, after)


def _below(field: str, key: str) -> str:
    return f"{field}.{key}" if field else str(key)
