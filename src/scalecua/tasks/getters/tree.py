"""`accessibility_tree`: the tree as XML."""

from typing import Literal

from scalecua.core.desktop import Desktop
from scalecua.tasks.getters.base import TEXT_LIMIT, Getter


class AccessibilityTree(Getter):
    """OSWorld's XML of everything the applications expose, at most TEXT_LIMIT characters."""

    type: Literal["accessibility_tree"] = "accessibility_tree"

    async def __call__(self, desktop: Desktop) -> str:
        """Fetch it."""
        return (await desktop.tree())[:TEXT_LIMIT]
