"""Versions on disk: `checkpoints/{version:06d}`, whole or absent, the newest kept."""

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scalecua.core.errors import PolicyError
from scalecua.policy import checkpoint

INITIAL = 0


class Saves(Protocol):
    """What can be published."""

    @property
    def steps(self) -> int:
        """Optimiser steps taken."""

    def save(self, folder: Path) -> None:
        """Write everything a version needs into an empty folder."""


@dataclass(frozen=True, slots=True)
class Published:
    """Where a version is, and the sha256 of its weights."""

    version: int
    path: Path
    sha256: str


class Publisher:
    """Writes versions into `folder`; `prune` keeps the `keep` newest, the initial one and `protect`."""

    def __init__(self, folder: Path, *, keep: int, protect: Collection[int] = ()) -> None:
        self._folder = folder
        self._keep = keep
        self._protect = {INITIAL, *protect}

    def path(self, version: int) -> Path:
        """The folder of a version, whether it exists or not."""
        return self._folder / f"{version:06d}"

    def publish(self, version: int, learner: Saves) -> Published:
        """Write a version; one of the same number, left by an update that was not committed, is replaced."""
        manifest = checkpoint.write(self.path(version), learner.save, version=version, step=learner.steps)
        return Published(version, self.path(version), manifest.weights_sha256)

    def initial(self, source: Path) -> Published:
        """Copy the checkpoint at `source` as version 0, unless it is there already."""
        target = self.path(INITIAL)
        if not (target / checkpoint.MANIFEST).exists():
            checkpoint.verify(source)
            checkpoint.write(target, lambda into: _copy(source, into), version=INITIAL, step=0)
        manifest = checkpoint.verify(target)
        if manifest is None:
            raise PolicyError(f"{target} has no manifest; delete the folder and start again")
        return Published(INITIAL, target, manifest.weights_sha256)

    def prune(self) -> None:
        """Delete what is neither protected nor among the newest; only once the newest is committed."""
        versions = sorted(int(p.name) for p in self._folder.iterdir() if p.is_dir() and p.name.isdigit())
        for version in versions[: -self._keep]:
            if version not in self._protect:
                shutil.rmtree(self.path(version))


def _copy(source: Path, into: Path) -> None:
    for path in source.iterdir():
        if path.is_file() and path.name not in (checkpoint.MANIFEST, "training.pt"):
            shutil.copyfile(path, into / path.name)
