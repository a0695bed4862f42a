"""Versions on disk: `checkpoints/{version:06d}`, whole or absent, the newest kept."""

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scalecua.core.errors import PolicyError
from scalecua.policy import checkpoint
from scalecua.train.state import STATE

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
    """Writes versions into `folder`.

    `prune` keeps the `keep` newest, the initial one, `protect`, and every `keep_every`-th if that is given.
    """

    def __init__(
        self, folder: Path, *, keep: int, keep_every: int | None = None, protect: Collection[int] = ()
    ) -> None:
        self._folder = folder
        self._keep = keep
        self._keep_every = keep_every
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
            checkpoint.write(target, lambda into: _copy(source, into, but=(STATE,)), version=INITIAL, step=0)
        manifest = checkpoint.verify(target)
        if manifest is None:
            raise PolicyError(f"{target} has no manifest; delete the folder and start again")
        return Published(INITIAL, target, manifest.weights_sha256)

    def again(self, version: int, number: int) -> Published:
        """Copy a version, whole, as version `number`; PolicyError if it is damaged or has no manifest."""
        source, target = self.path(version), self.path(number)
        manifest = checkpoint.verify(source)
        if manifest is None:
            raise PolicyError(f"{source} has no manifest; it cannot be published again")
        copied = checkpoint.write(
            target, lambda into: _copy(source, into, but=()), version=number, step=manifest.step
        )
        return Published(number, target, copied.weights_sha256)

    def prune(self, best: Collection[int] = ()) -> None:
        """Delete what is neither protected, kept for good, `best`, nor among the newest.

        Only once the newest is committed.
        """
        versions = sorted(int(p.name) for p in self._folder.iterdir() if p.is_dir() and p.name.isdigit())
        for version in versions[: -self._keep]:
            if version not in self._protect and version not in best and not self._for_good(version):
                shutil.rmtree(self.path(version))

    def _for_good(self, version: int) -> bool:
        return self._keep_every is not None and version % self._keep_every == 0


def _copy(source: Path, into: Path, *, but: Collection[str]) -> None:
    for path in source.iterdir():
        if path.is_file() and path.name not in (checkpoint.MANIFEST, *but):
            shutil.copyfile(path, into / path.name)
