"""OSWorld's `evaluator` object, its single and list forms made one: a conjunction over checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.tasks.python_judge import PYTHON, source

INFEASIBLE = "infeasible"
# Getters that give what the task itself says, wherever they stand.
GIVEN = frozenset({"cloud_file", "rule", "rule_relativeTime"})
# In the judge of a task of ScienceBoard's, whose items are one check: its result is all that they look at.
SCIENCEBOARD = "scienceboard"
Spec = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Check:
    """One metric, what it looks at, what it compares that with (None: nothing), and its options."""

    func: str
    result: Mapping[str, Any] | None
    expected: Mapping[str, Any] | None
    options: Mapping[str, Any]

    @property
    def turned(self) -> bool:
        """Whether what the agent left is on the side of `expected`, as in three of OSWorld's tasks."""
        own, other = (None if side is None else side.get("type") for side in (self.result, self.expected))
        return own in GIVEN and other is not None and other not in GIVEN


@dataclass(frozen=True, slots=True)
class Evaluator:
    """All checks, how they are combined, and the steps that run before anything is collected."""

    checks: tuple[Check, ...]
    conj: Literal["and", "or"]
    postconfig: tuple[Mapping[str, Any], ...]

    @property
    def infeasible(self) -> bool:
        """Whether the right end is to declare that the task cannot be done."""
        return any(check.func == INFEASIBLE for check in self.checks)


class _Json(BaseModel):
    model_config = ConfigDict(extra="forbid")
    func: str | list[str]
    result: Spec | list[Spec | None] | None = None
    expected: Spec | list[Spec | None] | None = None
    options: Spec | list[Spec | None] | None = None
    conj: Literal["and", "or"] = "and"
    postconfig: list[Spec] = []


def parse(spec: Mapping[str, Any], where: str = "evaluator") -> Evaluator:
    """The evaluator of a task; JudgeError names the wrong field, its value and what it may be.

    Keys that begin with an underscore are comments. A list of functions needs lists as long beside it.
    """
    if SCIENCEBOARD in spec:
        return Evaluator(
            (Check(SCIENCEBOARD, {"type": SCIENCEBOARD}, {"type": SCIENCEBOARD}, {}),), "and", ()
        )
    if PYTHON in spec:
        judge = source(spec, where)
        rule = {"type": "rule", "rules": judge.expected}
        check = Check(PYTHON, {"type": PYTHON}, rule, {"code": judge.python})
        return Evaluator((check,), "and", judge.postconfig)
    try:
        read = _Json.model_validate({key: value for key, value in spec.items() if key[:1] != "_"})
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {field} is {first['input']!r:.200}: {first['msg']}"
        raise JudgeError(
            f"{message}; fields: {', '.join(_Json.model_fields)}", failure=Failure.JUDGE
        ) from error
    funcs = [read.func] if isinstance(read.func, str) else read.func
    many = not isinstance(read.func, str)
    columns = [_column(name, getattr(read, name), len(funcs), many, where) for name in _COLUMNS]
    checks = tuple(
        Check(func, result, expected, options or {})
        for func, result, expected, options in zip(funcs, *columns, strict=True)
    )
    if not checks or (len(checks) > 1 and any(check.func == INFEASIBLE for check in checks)):
        raise JudgeError(
            f"{where}: func is {read.func!r}; give at least one function, and `infeasible` only alone",
            failure=Failure.JUDGE,
        )
    return Evaluator(checks, read.conj, tuple(read.postconfig))


_COLUMNS = ("result", "expected", "options")


def _column(
    name: str, value: Spec | list[Spec | None] | None, count: int, many: bool, where: str
) -> list[Spec | None]:
    """One entry a function."""
    if value is None or (name == "options" and value == {}):
        return [None] * count
    if isinstance(value, list) and many and len(value) == count:
        return value
    if isinstance(value, dict) and not many:
        return [value]
    shape = f"a list of {count}" if many else "an object"
    message = f"{where}: {name} is {value!r:.200}; beside this func it must be {shape}"
    raise JudgeError(message, failure=Failure.JUDGE)
