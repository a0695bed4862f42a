"""`accessibility_tree`: the tree as XML."""

from typing import Literal

from scalecua.tasks.getters.base import TEXT_LIMIT, Getter
from scalecua.tasks.scene import Scene


class AccessibilityTree(Getter):
    """OSWorld's XML of everything the applications expose, at most TEXT_LIMIT characters."""

    type: Literal["accessibility_tree"] = "accessibility_tree"

    async def __call__(self, scene: Scene) -> str:
        """Fetch it."""
        return (await scene.desktop.tree())[:TEXT_LIMIT]
