"""A reference solution: the steps that prove a task can be done, and how the episode ends."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError

from scalecua.core.action import ACTION, Action, Done
from scalecua.core.errors import TaskError


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Node(_Closed):
    """A widget by its accessible name, role and the title of its window; `nth` counts from 0."""

    name: str | None = None
    role: str | None = None
    window: str | None = None
    nth: int = Field(0, ge=0)


class OnNode(_Closed):
    """A mouse action at the centre of the found node; `action` is its JSON without x and y."""

    find: Node
    action: dict[str, Any] = {"kind": "left_click"}

    def at(self, x: int, y: int) -> Action:
        """The action at a pixel."""
        return ACTION.validate_python({**self.action, "x": x, "y": y})


class Run(_Closed):
    """A command run inside the desktop instead of an action."""

    execute: tuple[str, ...] = Field(min_length=1)


def _form(step: Any) -> Literal["node", "run", "action"]:
    keys = step if isinstance(step, Mapping) else {}
    if isinstance(step, OnNode) or "find" in keys:
        return "node"
    return "run" if isinstance(step, Run) or "execute" in keys else "action"


Step = Annotated[
    Annotated[OnNode, Tag("node")] | Annotated[Run, Tag("run")] | Annotated[Action, Tag("action")],
    Discriminator(_form),
]


class Slip(_Closed):
    """A mistake before step `at`, and the steps that undo it, so that step `at` comes next."""

    at: int = Field(ge=0)
    wrong: tuple[Step, ...] = Field(min_length=1)
    repair: tuple[Step, ...] = ()


class Solution(_Closed):
    """One step a turn, then `end`; `alternatives` are other ways that must score 1 too."""

    steps: tuple[Step, ...]
    alternatives: tuple[tuple[Step, ...], ...] = ()
    end: Action = Done()


def parse(spec: Any, where: str) -> Solution:
    """The solution as written in a task; TaskError naming the wrong field and its value."""
    with _checked(where):
        solution = Solution.model_validate(spec)
        _check_actions(solution.steps)
    return solution


def parse_slips(spec: Any, where: str) -> tuple[Slip, ...]:
    """Mistakes with their repairs as written in a task's metadata; TaskError as for `parse`."""
    with _checked(where):
        slips = TypeAdapter(tuple[Slip, ...]).validate_python(spec)
        for slip in slips:
            _check_actions((*slip.wrong, *slip.repair))
    return slips


def _check_actions(steps: Iterable[Step]) -> None:
    for step in steps:
        if isinstance(step, OnNode):
            step.at(0, 0)


@contextmanager
def _checked(where: str) -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise TaskError(f"{where}: {field} is {first['input']!r:.200}: {first['msg']}") from error
