"""Tasks on disk: folders with `task.json` and `solution.json`, and files of OSWorld's and ScienceBoard's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scalecua.core.errors import TaskError, boundary
from scalecua.core.task import Task
from scalecua.tasks.evaluator import SCIENCEBOARD
from scalecua.tasks.python_judge import PYTHON, needs
from scalecua.tasks.scienceboard import load as scienceboard
from scalecua.tasks.solution import parse as parse_solution
from scalecua.tasks.steps.file import UPLOAD_LIMIT, inline

MAX_TURNS = 50
TASK, JUDGE, SOLUTION = "task.json", "judge.py", "solution.json"
# OSWorld keeps its files as `examples/<domain>/<id>.json`.
EXAMPLES = "examples"
SIZE_LIMIT = 8 * 1024 * 1024


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid")
    type: str
    parameters: dict[str, Any] = {}


class _Json(BaseModel):
    """OSWorld's fields and ours; what else a file holds is kept in the metadata's `extra`."""

    model_config = ConfigDict(extra="allow")
    id: str = Field(min_length=1)
    instruction: str = Field(min_length=1)
    evaluator: dict[str, Any] = {}
    snapshot: str = "default"
    config: tuple[_Step, ...] = ()
    related_apps: tuple[str, ...] = ()
    domain: str | None = None
    source: str | list[str] = ""
    max_turns: int = Field(MAX_TURNS, ge=1)
    metadata: dict[str, Any] = {}


def load(path: str | Path) -> Task:
    """The task at `path`; TaskError names file, field and value where it is wrong.

    Local files that its steps upload are read from inside the task's folder, and become part of the task.
    """
    path = Path(path)
    file = path / TASK if path.is_dir() else path
    document = _object(file)
    if scienceboard.recognised(document):
        return scienceboard.load(file)
    read = _validated(document, file)
    metadata = {**read.metadata, **({"extra": read.model_extra} if read.model_extra else {})}
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
        setup=tuple(_inlined(step.model_dump(), file) for step in read.config),
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
    metadata = dict(task.metadata)
    solution = metadata.pop("solution", None)
    document = {
        "id": task.id,
        "snapshot": task.snapshot,
        "instruction": task.instruction,
        "source": task.source,
        "domain": task.domain,
        "related_apps": list(task.apps),
        "config": [dict(step) for step in task.setup],
        "evaluator": {key: value for key, value in task.judge.items() if key != PYTHON},
        "max_turns": task.max_turns,
        **metadata.pop("extra", {}),
        "metadata": metadata,
    }
    with boundary(TaskError, f"cannot write the task folder {folder}"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / TASK).write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
        if PYTHON in task.judge:
            (folder / JUDGE).write_text(task.judge[PYTHON], encoding="utf-8")
        if solution is not None:
            text = json.dumps(solution, indent=2, ensure_ascii=False) + "\n"
            (folder / SOLUTION).write_text(text)


def _object(file: Path) -> dict[str, Any]:
    with boundary(TaskError, f"cannot read {file}"):
        if file.stat().st_size > SIZE_LIMIT:
            raise TaskError(f"{file} is larger than {SIZE_LIMIT} bytes; put files beside it instead")
        read = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(read, dict):
        raise TaskError(f"{file} holds {type(read).__name__}; it must be one JSON object")
    return read


def _validated(document: Mapping[str, Any], file: Path) -> _Json:
    try:
        return _Json.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise TaskError(f"{file}: field {field!r} is missing; add it") from error
        fields = ", ".join(_Json.model_fields)
        message = f"{file}: field {field!r} is {first['input']!r:.200}: {first['msg']}"
        raise TaskError(f"{message}; known fields: {fields}") from error


def _inlined(step: dict[str, Any], file: Path) -> dict[str, Any]:
    """The step with each `local_path` replaced by the file's contents."""
    files = step["parameters"].get("files")
    if step["type"] != "upload_file" or not isinstance(files, list):
        return step
    return {"type": "upload_file", "parameters": {"files": [_upload(entry, file) for entry in files]}}


def _upload(entry: Any, file: Path) -> Any:
    if not isinstance(entry, dict) or not isinstance(entry.get("local_path"), str):
        return entry
    folder = file.parent.resolve()
    local = (folder / entry["local_path"]).resolve()
    if not local.is_relative_to(folder):
        raise TaskError(f"{file}: local_path is {entry['local_path']!r}; it must lie inside {folder}")
    with boundary(TaskError, f"{file}: cannot read local_path {entry['local_path']!r}"):
        if local.stat().st_size > UPLOAD_LIMIT:
            raise TaskError(f"{local} is larger than {UPLOAD_LIMIT} bytes")
        data = local.read_bytes()
    rest = {key: value for key, value in entry.items() if key != "local_path"}
    return {**rest, "content": inline(data)}


def _domain(apps: tuple[str, ...], file: Path) -> str:
    """OSWorld's domain of a task: the folder it lies in, or what its applications say."""
    if file.absolute().parent.parent.name == EXAMPLES:
        return file.absolute().parent.name
    return apps[0] if len(apps) == 1 else "multi_apps" if apps else ""
