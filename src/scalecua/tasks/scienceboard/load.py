"""From a file of ScienceBoard's, unchanged, to a task."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scalecua.core.errors import TaskError, boundary
from scalecua.core.task import Task
from scalecua.tasks.scienceboard.functions import APPLICATIONS, functions
from scalecua.tasks.scienceboard.items import ITEMS

Model = TypeVar("Model", bound=BaseModel)
SIZE_LIMIT = 8 * 1024 * 1024
SNAPSHOT = "sci_bench"
FIELDS = frozenset({"type", "instruction", "initialize", "evaluate"})
# What a command that starts another application of the benchmark has in it.
STARTS = {
    "Celestia": "celestia-qt6",
    "ChimeraX": "chimerax",
    "GrassGIS": "grass --gui",
    "KAlgebra": "bin/kalgebra",
    "Lean": "/Sci/Basic.lean",
    "TeXstudio": "texstudio",
}


class _Entity(BaseModel):
    """A body of Celestia's that the dump tells of."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str = Field(min_length=1)
    type: int


class _Json(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    type: Literal["Celestia", "ChimeraX", "GrassGIS", "KAlgebra", "Lean", "TeXstudio"]
    sort: Literal["VM"]
    steps: int = Field(ge=1)
    instruction: str = Field(min_length=1)
    version: Literal["0.1"]
    snapshot: str = Field(SNAPSHOT, min_length=1)
    initialize: list[dict[str, Any]]
    evaluate: list[dict[str, Any]] = Field(min_length=1)
    query: list[_Entity] = []
    ans: str | None = None
    penalty: str | None = Field(None, pattern=r"^\d+:\d+$")


def recognised(document: Mapping[str, Any]) -> bool:
    """Whether a JSON object is meant as a task of ScienceBoard's, right or wrong."""
    return document.keys() >= FIELDS and "evaluator" not in document


def load(path: str | Path) -> Task:
    """The task in a file; TaskError names file, key, value and choices where it is wrong.

    Its id is made of the folder's and the file's name. The setup is the file's `initialize`, the judge holds
    its `evaluate` and what that needs of the rest; both keep the file's own words.
    """
    file = Path(path)
    with boundary(TaskError, f"cannot read {file}"):
        if file.stat().st_size > SIZE_LIMIT:
            raise TaskError(f"{file} is larger than {SIZE_LIMIT} bytes")
        document = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(document, dict):
        raise TaskError(f"{file} holds {type(document).__name__}; it must be one JSON object")
    read = _validated(_Json, document, str(file), "fields")
    for number, call in enumerate(read.initialize, 1):
        _checked(call, "func", functions(read.type), f"{file}: initialize {number}")
    for number, item in enumerate(read.evaluate, 1):
        _checked(item, "type", ITEMS[read.type], f"{file}: evaluate {number}")
    before = {call["path"]: call["text"] for call in read.initialize if call["func"] == "touch"}
    _fits(read, before, file)
    return Task(
        id=f"{file.absolute().parent.name}/{file.stem}",
        instruction=read.instruction,
        domain=read.type,
        apps=_applications(read),
        snapshot=read.snapshot,
        setup=tuple(read.initialize),
        judge={
            "scienceboard": read.evaluate,
            "application": read.type,
            "query": [entity.model_dump() for entity in read.query],
            "before": before,
        },
        max_turns=read.steps,
        source="ScienceBoard",
        metadata={"extra": read.model_dump(include={"sort", "version", "ans", "penalty"}, exclude_none=True)},
    )


def _checked(entry: Mapping[str, Any], key: str, models: Mapping[str, type[BaseModel]], where: str) -> None:
    kind = entry.get(key)
    model = models.get(kind) if isinstance(kind, str) else None
    if model is None:
        raise TaskError(f"{where}: {key} is {kind!r:.100}; choices: {', '.join(sorted(models))}")
    _validated(model, entry, f"{where} ({kind})", "parameters")


def _validated(model: type[Model], document: Mapping[str, Any], where: str, what: str) -> Model:
    try:
        return model.model_validate_json(json.dumps(document))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or what
        known = f"{what}: {', '.join(model.model_fields)}"
        raise TaskError(f"{where}: {key} is {first['input']!r:.200}: {first['msg']}; {known}") from error


def _fits(read: _Json, before: Mapping[str, str], file: Path) -> None:
    """What one entry needs of another."""
    for number, item in enumerate(read.evaluate, 1):
        if read.type == "TeXstudio" and item["type"] == "file" and item["path"] not in before:
            where = f"{file}: evaluate {number} (file): path is {item['path']!r}"
            raise TaskError(f"{where}, which no touch writes; choices: {', '.join(before) or 'none'}")
    theorems = sum(call["func"] == "query" for call in read.initialize)
    if any(item["type"] == "placeholder" for item in read.evaluate) and theorems != 1:
        raise TaskError(f"{file}: initialize has {theorems} query functions; a proof needs one")


def _applications(read: _Json) -> tuple[str, ...]:
    """The task's own application, and those that it starts beside it."""
    commands = [
        call["command"] if isinstance(call["command"], str) else " ".join(call["command"])
        for call in read.initialize
        if call["func"] == "launch"
    ]
    started = [name for name in APPLICATIONS if any(STARTS[name] in command for command in commands)]
    return tuple(dict.fromkeys((read.type, *started)))
