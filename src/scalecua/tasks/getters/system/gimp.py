"""`gimp_config_file`: one of GIMP's settings files."""

from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field

from scalecua.tasks.getters.base import Fetched, Getter
from scalecua.tasks.getters.file import VmFile
from scalecua.tasks.scene import Scene

FOLDER = "~/.config/GIMP/2.10"


class GimpConfigFile(Getter):
    """The file of this name in GIMP's folder of settings."""

    type: Literal["gimp_config_file"] = "gimp_config_file"
    file_name: str = Field(pattern=r"^[^/]+$")
    dest: str = Field(min_length=1)

    async def __call__(self, scene: Scene) -> Fetched | None:
        """Read it."""
        path = f"{FOLDER}/{self.file_name}"
        return await VmFile(path=path).one(path, PurePosixPath(self.dest).name, scene)
