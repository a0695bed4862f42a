"""Tasks on disk: folders with `task.json` and `solution.json`, and files of OSWorld's and ScienceBoard's."""

import json
from pathlib import Path
from typing import Any

from scalecua.core.errors import TaskError, boundary
from scalecua.core.task import Task
from scalecua.tasks.beside import inlined, laid_beside
from scalecua.tasks.document import read as read_document
from scalecua.tasks.evaluator import SCIENCEBOARD
from scalecua.tasks.python_judge import PYTHON, needs
from scalecua.tasks.scienceboard import load as scienceboard
from scalecua.tasks.solution import parse as parse_solution

TASK, JUDGE, SOLUTION = "task.json", "judge.py", "solution.json"
# OSWorld keeps its files as `examples/<domain>/<id>.json`.
EXAMPLES = "examples"
SIZE_LIMIT = 8 * 1024 * 1024


def load(path: str | Path) -> Task:
    """The task at `path`; TaskError names file, field and value where it is wrong.

    Local files that its steps upload are read from inside the task's folder, and become part of the task.
    """
    path = Path(path)
    file = path / TASK if path.is_dir() else path
    document = _object(file)
    if scienceboard.recognised(document):
        return scienceboard.load(file)
    read = read_document(document, file)
    metadata = read.besides()
    solution = file.parent / SOLUTION
    if file.name == TASK and solution.exists():
        metadata["solution"] = _object(solution)
    if "solution" in metadata:
        parse_solution(metadata["solution"], str(solution if solution.exists() else file))
    apps = read.related_apps
    return Task(
        id=read.id,
        instruction=read.instruction,
        domain=_domain(apps, file) if read.domain is None else read.domain,
        apps=apps,
        snapshot=read.snapshot,
        setup=tuple(inlined(step.model_dump(), file) for step in read.config),
        judge=_judge(read.evaluator, file),
        max_turns=read.max_turns,
        source=read.source if isinstance(read.source, str) else " ".join(read.source),
        metadata=metadata,
    )


def _judge(evaluator: dict[str, Any], file: Path) -> dict[str, Any]:
    """The evaluator; of a task with a judge.py beside it, its source and what the evaluator says besides."""
    beside = file.parent / JUDGE
    if "func" in evaluator or not (file.name == TASK and beside.exists()):
        if not evaluator:
            raise TaskError(f"{file}: 'evaluator' is missing, and no {JUDGE} lies beside it")
        return evaluator
    with boundary(TaskError, f"cannot read {beside}"):
        code = beside.read_text(encoding="utf-8")
    with boundary(TaskError, str(beside)):
        needs(code, JUDGE)
    return {PYTHON: code, **evaluator}


def save(task: Task, folder: str | Path) -> None:
    """Write the task as a folder that `load` reads back to an equal task."""
    folder = Path(folder)
    if SCIENCEBOARD in task.judge:
        raise TaskError(f"task {task.id} is ScienceBoard's: copy its file, which loads as it is")
    solution = task.metadata.get("solution")
    with boundary(TaskError, f"cannot write the task folder {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(_document(task, folder), indent=2, ensure_ascii=False) + "\n"
        (folder / TASK).write_text(text, encoding="utf-8")
        if PYTHON in task.judge:
            (folder / JUDGE).write_text(task.judge[PYTHON], encoding="utf-8")
        if solution is not None:
            text = json.dumps(solution, indent=2, ensure_ascii=False) + "\n"
            (folder / SOLUTION).write_text(text, encoding="utf-8")


def _document(task: Task, folder: Path) -> dict[str, Any]:
    """What stands in task.json; files that the task carries are laid beside it."""
    metadata = {key: value for key, value in task.metadata.items() if key != "solution"}
    return {
        "id": task.id,
        "snapshot": task.snapshot,
        "instruction": task.instruction,
        "source": task.source,
        "domain": task.domain,
        "related_apps": list(task.apps),
        "config": [laid_beside(step, folder) for step in task.setup],
        "evaluator": {key: value for key, value in task.judge.items() if key != PYTHON},
        "max_turns": task.max_turns,
        **{key: metadata.pop(key) for key in ("new_id", "validation") if key in metadata},
        **metadata.pop("extra", {}),
        "metadata": metadata,
    }


def _object(file: Path) -> dict[str, Any]:
    with boundary(TaskError, f"cannot read {file}"):
        if file.stat().st_size > SIZE_LIMIT:
            raise TaskError(f"{file} is larger than {SIZE_LIMIT} bytes; put files beside it instead")
        read = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(read, dict):
        raise TaskError(f"{file} holds {type(read).__name__}; it must be one JSON object")
    return read


def _domain(apps: tuple[str, ...], file: Path) -> str:
    """OSWorld's domain of a task: the folder it lies in, or what its applications say."""
    if file.absolute().parent.parent.name == EXAMPLES:
        return file.absolute().parent.name
    return apps[0] if len(apps) == 1 else "multi_apps" if apps else ""
