"""The tasks below paths: folders of ours, OSWorld's and ScienceBoard's files, and folders full of them."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.tasks.folder import load

OURS = "task.json"


def find(paths: Iterable[Path]) -> Iterator[tuple[Path, Task | TaskError]]:
    """Every task, in the order of its path, or why it cannot be loaded; TaskError for a path that is none.

    In a folder, files that are no tasks are passed over: lists of names, licences, notes.
    """
    for path in paths:
        if not path.exists():
            raise TaskError(f"there is no {path}; give a task, or a folder of tasks")
        for file in _files(path):
            try:
                yield file, load(file)
            except TaskError as error:
                yield file, error


def every(paths: Iterable[Path]) -> Iterator[tuple[Path, Task]]:
    """Every task and where it is, in the order of its path; TaskError for the first that cannot be loaded."""
    for file, loaded in find(paths):
        if isinstance(loaded, TaskError):
            raise loaded
        yield file, loaded


def _files(path: Path) -> list[Path]:
    if path.is_file() or (path / OURS).is_file():
        return [path]
    found = sorted(file for file in path.rglob("*.json") if not file.is_relative_to(path / ".git"))
    folders = {file.parent for file in found if file.name == OURS}
    inside = [file for file in found if not folders.intersection(file.parents)]
    return sorted([*folders, *(file for file in inside if _task(file))])


def _task(file: Path) -> bool:
    """Whether a file says that it is a task; what cannot be read might have been one."""
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return True
    return isinstance(document, dict) and "instruction" in document
