"""`vm_file`: files of the desktop."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Literal

from pydantic import Field, model_validator

from scalecua.core.errors import DesktopError
from scalecua.tasks.getters.base import FILE_LIMIT, Fetched, Getter, Several
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import in_home

Paths = str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Accompanied(Fetched):
    """A file, and others that its metric may look for beside it under their names."""

    beside: tuple[Fetched, ...]


class FileGetter(Getter, ABC):
    """One file, or with `multi` several: where each comes from (`path`) and the name it gets (`dest`).

    Of several files those whose places are in `gives` are what the metric is called with, by default the
    first; the others lie beside them.
    """

    path: Paths
    dest: Paths | None = None
    multi: bool = False
    gives: tuple[int, ...] = Field((0,), min_length=1)

    @model_validator(mode="after")
    def _as_many(self) -> "FileGetter":
        if self.multi == isinstance(self.path, str):
            raise ValueError("path must be a list with multi, and a text without")
        if self.dest is not None and self.multi == isinstance(self.dest, str):
            raise ValueError("dest must be a list with multi, and a text without")
        if not all(self.paths) or len(self.names) != len(self.paths):
            raise ValueError("path and dest must be as many, and none of them empty")
        if not all(0 <= number < len(self.paths) for number in self.gives):
            raise ValueError(f"gives must hold places from 0 to {len(self.paths) - 1}")
        return self

    @property
    def paths(self) -> tuple[str, ...]:
        """Where the files come from."""
        return (self.path,) if isinstance(self.path, str) else self.path

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called afterwards."""
        names = self.paths if self.dest is None else (self.dest,) if isinstance(self.dest, str) else self.dest
        return tuple(PurePosixPath(name).name for name in names)

    @abstractmethod
    async def one(self, path: str, name: str, scene: Scene) -> Fetched | None:
        """One of the files; None where there is none."""

    async def __call__(self, scene: Scene) -> Fetched | Several | None:
        """Fetch all; None where one that the metric is called with is missing."""
        pairs = zip(self.paths, self.names, strict=True)
        found = [await self.one(path, name, scene) for path, name in pairs]
        given = [file for at, file in enumerate(found) if at in self.gives and file is not None]
        if len(given) < len(set(self.gives)):
            return None
        if len(given) > 1:
            return Several(tuple(given))
        beside = tuple(file for at, file in enumerate(found) if at not in self.gives and file is not None)
        return Accompanied(given[0].name, given[0].data, beside) if beside else given[0]


class VmFile(FileGetter):
    """Regular files of at most FILE_LIMIT bytes; anything else, a pipe or a folder, counts as no file."""

    type: Literal["vm_file"] = "vm_file"

    async def one(self, path: str, name: str, scene: Scene) -> Fetched | None:
        """Look before reading: a missing file is the agent's affair, a failing read the desktop's."""
        path = in_home(path)
        found = await scene.desktop.execute(("stat", "-L", "-c", "%s %F", "--", path), timeout_s=10)
        size, _, kind = found.output.strip().partition(" ")
        if found.returncode != 0 or not kind.startswith("regular") or int(size) > FILE_LIMIT:
            return None
        try:
            data = await scene.desktop.read(path)
        except DesktopError as error:
            if error.failure is not None:
                raise
            return None
        return Fetched(name, data) if len(data) <= FILE_LIMIT else None
