"""Keeps an engine at the newest published policy version."""

import asyncio
import logging
from pathlib import Path
from typing import Protocol

from scalecua.core.engine import Engine, WeightSource
from scalecua.core.errors import PolicyError

log = logging.getLogger(__name__)


class Versions(Protocol):
    """Where versions are published, and where it is noted who serves which."""

    async def latest(self) -> tuple[int, str, str] | None:
        """Version, checkpoint folder and sha256 of the newest published weights, None before any."""

    async def synced(self, worker: str, version: int, sha256: str | None = None) -> None:
        """Note that `worker` serves `version` from now on; refuses weights of another hash."""


class Follower:
    """Loads new weights into one engine; concurrent calls load once."""

    def __init__(self, engine: Engine, versions: Versions, *, worker: str, served: int) -> None:
        self._engine = engine
        self._versions = versions
        self._worker = worker
        self._served = served
        self._lock = asyncio.Lock()

    async def sync(self) -> int:
        """Serve the newest version and return its number.

        A version that cannot be loaded because a newer one came, and its folder was pruned, is passed over;
        PolicyError if the newest cannot be loaded.
        """
        async with self._lock:
            while (newest := await self._versions.latest()) is not None and newest[0] != self._served:
                version, path, sha256 = newest
                try:
                    loaded = await self._engine.load(version, WeightSource(Path(path), sha256))
                except PolicyError as error:
                    if await self._versions.latest() == newest:
                        raise
                    log.info("version %d was replaced while it was loaded: %s", version, error)
                    continue
                self._served = version
                await self._versions.synced(self._worker, version, loaded.sha256)
            return self._served

    async def follow(self, every_s: float) -> None:
        """Sync for ever, `every_s` seconds apart."""
        while True:
            await self.sync()
            await asyncio.sleep(every_s)
