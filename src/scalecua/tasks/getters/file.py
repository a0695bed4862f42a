"""`vm_file`: a file of the desktop."""

from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field

from scalecua.core.errors import DesktopError
from scalecua.tasks.getters.base import FILE_LIMIT, Fetched, Getter
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import in_home


class VmFile(Getter):
    """A regular file of at most FILE_LIMIT bytes; anything else, a pipe or a folder, counts as no file."""

    type: Literal["vm_file"] = "vm_file"
    path: str = Field(min_length=1)
    dest: str | None = None

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Look before reading: a missing file is the agent's affair, a failing read the desktop's."""
        path = in_home(self.path)
        found = await scene.desktop.execute(("stat", "-L", "-c", "%s %F", "--", path), timeout_s=10)
        size, _, kind = found.output.strip().partition(" ")
        if found.returncode != 0 or not kind.startswith("regular") or int(size) > FILE_LIMIT:
            return None
        try:
            return Fetched(PurePosixPath(self.dest or path).name, await scene.desktop.read(path))
        except DesktopError as error:
            if error.failure is not None:
                raise
            return None
