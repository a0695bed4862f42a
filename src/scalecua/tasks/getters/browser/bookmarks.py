"""`bookmarks`: the browser's bookmarks."""

from typing import Any, Literal

from scalecua.tasks.getters.base import Getter
from scalecua.tasks.getters.browser.profile import PROFILE, at, document
from scalecua.tasks.scene import Scene


class Bookmarks(Getter):
    """The roots of Chrome's file: `bookmark_bar`, `other` and `synced`, each with its `children`."""

    type: Literal["bookmarks"] = "bookmarks"

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """Read the file; None where there is none, as before the first bookmark."""
        roots = at(await document(scene, f"{PROFILE}/Bookmarks"), "roots")
        return roots if isinstance(roots, dict) else None
