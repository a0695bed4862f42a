"""`task.json` as it is written: OSWorld's fields, and those of the paper's Table 5."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scalecua.core.errors import TaskError
from scalecua.tasks.solution import Solution

MAX_TURNS = 50


class Step(BaseModel):
    """A step of the set-up: its type, and what that takes."""

    model_config = ConfigDict(extra="forbid")
    type: str
    parameters: dict[str, Any] = {}


class Metadata(BaseModel):
    """What is known of a task beside what it asks; more may stand there.

    `parents` are the ids of the tasks that it was made from, `augmentation` how.
    """

    model_config = ConfigDict(extra="allow")
    explanation: str = ""
    difficulty: Literal["easy", "medium", "hard"] | None = None
    estimated_steps: int | None = Field(None, ge=0)
    augmentation: str | None = None
    parents: tuple[str, ...] = ()


class Validation(BaseModel):
    """What the stages of VeriGen said of a task, and by kind of attack how its judge took them."""

    model_config = ConfigDict(extra="forbid")
    judger: bool | None = None
    judger_score: float | None = Field(None, ge=0, le=1)
    rules: bool | None = None
    execution: bool | None = None
    attacks: dict[str, dict[str, int]] = {}
    suggestions: tuple[str, ...] = ()


class Document(BaseModel):
    """A task; what else a file holds is kept in the metadata's `extra`.

    `evaluator` is OSWorld's, or beside a judge.py what is `expected` and a `postconfig`. `new_id` tells an
    augmented task from the one whose `id` it keeps.
    """

    model_config = ConfigDict(extra="allow")
    id: str = Field(min_length=1)
    new_id: str | None = None
    instruction: str = Field(min_length=1)
    evaluator: dict[str, Any] = {}
    snapshot: str = "default"
    config: tuple[Step, ...] = ()
    related_apps: tuple[str, ...] = ()
    domain: str | None = None
    source: str | list[str] = ""
    max_turns: int = Field(MAX_TURNS, ge=1)
    metadata: Metadata = Metadata()
    validation: Validation | None = None

    def besides(self) -> dict[str, Any]:
        """The metadata of the task: all that was written there, and what stands in no field of a task."""
        found: dict[str, Any] = self.metadata.model_dump(mode="json", exclude_unset=True)
        if self.new_id is not None:
            found["new_id"] = self.new_id
        if self.validation is not None:
            found["validation"] = self.validation.model_dump(mode="json", exclude_unset=True)
        extra = {key: value for key, value in (self.model_extra or {}).items() if key != "$schema"}
        return {**found, **({"extra": extra} if extra else {})}


def read(document: Mapping[str, Any], file: Path) -> Document:
    """The document in a file; TaskError names the wrong field and its value."""
    try:
        return Document.model_validate(document)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise TaskError(f"{file}: field {field!r} is missing; add it") from error
        fields = ", ".join(Document.model_fields)
        message = f"{file}: field {field!r} is {first['input']!r:.200}: {first['msg']}"
        raise TaskError(f"{message}; known fields: {fields}") from error


def schema(kind: Literal["task", "solution"]) -> dict[str, Any]:
    """JSON Schema of task.json or of solution.json, for editors and for models that write tasks."""
    model: type[BaseModel] = Document if kind == "task" else Solution
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
