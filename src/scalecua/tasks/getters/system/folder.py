"""`list_directory`: what lies in a folder."""

import json
from typing import Any, Literal

from pydantic import Field

from scalecua.core.errors import DesktopError
from scalecua.tasks.getters.base import TEXT_LIMIT, Getter
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import in_home


class ListDirectory(Getter):
    """The tree of a folder: `{"type": "directory", "name": …, "children": [{"type": "file", …}, …]}`.

    None where there is no such folder, or more in it than TEXT_LIMIT characters of JSON.
    """

    type: Literal["list_directory"] = "list_directory"
    path: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> dict[str, Any] | None:
        """List it."""
        try:
            answer = await scene.desktop.request("/list_directory", {"path": in_home(self.path)})
        except DesktopError as error:
            if error.failure is not None:
                raise
            return None
        tree: dict[str, Any] = answer["directory_tree"]
        return tree if len(json.dumps(tree)) <= TEXT_LIMIT else None
