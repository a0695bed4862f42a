"""`rule`: what the task itself says is expected."""

from typing import Any, Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.scene import Scene


class Rule(Getter):
    """A constant of the task."""

    type: Literal["rule"] = "rule"
    rules: dict[str, Any] | list[Any]

    async def __call__(self, scene: Scene) -> Any:
        """Return it."""
        return self.rules
