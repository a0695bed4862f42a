"""Judges in Python: what they need of the desktop, read from their source without running any of it.

A judge is a module with `needs`, a list written out; `get(state)`, which takes from the collected state what
matters; and `check(result, expected)`, which scores it in [0, 1] or as named scores whose mean counts.
"""

import ast
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure

# Names the source in a task's judge, and the one check of such a judge.
PYTHON = "python"
NEEDS = "needs"
FUNCTIONS = {"get": 1, "check": 2}


class Need(BaseModel):
    """One thing to collect: a file, what a command prints, the accessibility tree, an application's state."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str | None = Field(None, min_length=1)
    command: tuple[str, ...] | None = Field(None, min_length=1)
    tree: bool = False
    app: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _path(cls, value: Any) -> Any:
        return {"file": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one(self) -> "Need":
        if len(self.model_fields_set) != 1:
            raise ValueError("give a path, or one of file, command, tree and app")
        return self

    @property
    def name(self) -> str:
        """What it is called in a state."""
        if self.command is not None:
            return f"command {shlex.join(self.command)}"
        if self.app is not None:
            return f"app {self.app}"
        return "tree" if self.file is None else f"file {self.file}"

    def getter(self) -> dict[str, Any]:
        """The getter that collects it."""
        if self.file is not None:
            return {"type": "vm_file", "path": self.file, "dest": self.file.rsplit("/", 1)[-1]}
        if self.command is not None:
            return {"type": "vm_command_line", "command": self.command}
        return (
            {"type": "accessibility_tree"} if self.app is None else {"type": "application", "app": self.app}
        )


class Source(BaseModel):
    """A judge's source, what it expects, and the steps before the collection, as a task holds them."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    python: str
    expected: Any = None
    postconfig: tuple[dict[str, Any], ...] = ()


LIST: TypeAdapter[tuple[Need, ...]] = TypeAdapter(tuple[Need, ...])


def source(spec: Mapping[str, Any], where: str) -> Source:
    """The judge of a task; JudgeError says what is wrong with it."""
    try:
        return Source.model_validate(spec)
    except ValidationError as error:
        raise _fault(f"{where}: {_first(error)}") from error


def needs(code: str, where: str) -> tuple[Need, ...]:
    """What a judge's source asks for; JudgeError with the line where it is no judge."""
    tree = _module(code, where)
    found = list(_needs(tree))
    if len(found) != 1:
        raise _fault(f"{where}: it has {len(found)} lists `needs`; write one, at the top level")
    for name, count in FUNCTIONS.items():
        _function(tree, name, count, where)
    line = f"{where}, line {found[0].lineno}"
    try:
        read = LIST.validate_python(ast.literal_eval(found[0]))
    except ValidationError as error:
        raise _fault(f"{line}: needs: {_first(error)}") from error
    except ValueError as error:
        raise _fault(f"{line}: needs must be written out, without names and calls") from error
    names = [need.name for need in read]
    if not names or len(set(names)) < len(names):
        raise _fault(f"{line}: needs is {names}; name at least one thing, each once")
    return read


def _module(code: str, where: str) -> ast.Module:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _fault(f"{where}: {error}") from error


def _needs(tree: ast.Module) -> Iterator[ast.expr]:
    for statement in tree.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        if any(isinstance(target, ast.Name) and target.id == NEEDS for target in targets):
            assert isinstance(statement, ast.Assign | ast.AnnAssign)
            assert statement.value is not None
            yield statement.value


def _function(tree: ast.Module, name: str, count: int, where: str) -> None:
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            if len(statement.args.posonlyargs + statement.args.args) != count:
                raise _fault(f"{where}, line {statement.lineno}: {name} must take {count} arguments")
            return
    raise _fault(f"{where}: it has no function {name}; a judge has get(state) and check(result, expected)")


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    return f"{field or 'it'} is {first['input']!r:.200}: {first['msg']}"


def _fault(message: str) -> JudgeError:
    return JudgeError(message, failure=Failure.JUDGE)
