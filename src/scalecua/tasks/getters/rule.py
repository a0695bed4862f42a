"""`rule`: what the task itself says is expected."""

from typing import Any, Literal

from scalecua.core.desktop import Desktop
from scalecua.tasks.getters.base import Getter


class Rule(Getter):
    """A constant of the task."""

    type: Literal["rule"] = "rule"
    rules: dict[str, Any] | list[Any]

    async def __call__(self, desktop: Desktop) -> Any:
        """Return it."""
        return self.rules
