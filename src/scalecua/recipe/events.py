"""TensorBoard events: every metric of every committed update, and the evaluations at their policy version."""

import asyncio
import shutil
import time
from collections.abc import Mapping
from typing import Any

from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.event_file_writer import EventFileWriter

from scalecua.config.tree import Config
from scalecua.evaluate.summary import summarise
from scalecua.recipe.evaluation import KINDS, When
from scalecua.recipe.folder import RunFolder
from scalecua.recipe.metrics import read_updates
from scalecua.store.sql import SqlStore

LOOK_S = 5.0


class Events:
    """Writes into `<run>/tensorboard`, from the beginning in every process: no step stands there twice."""

    def __init__(self, config: Config, folder: RunFolder, store: SqlStore) -> None:
        self._config = config
        self._folder = folder
        self._store = store
        self._told: set[str | int] = set()
        shutil.rmtree(folder.tensorboard, ignore_errors=True)
        self._writer = EventFileWriter(str(folder.tensorboard))

    async def follow(self) -> None:
        """Write what is new, again and again until cancelled."""
        try:
            while True:
                await self.write()
                await asyncio.sleep(LOOK_S)
        finally:
            self._writer.close()

    async def write(self) -> None:
        """Write what is new."""
        await self._evaluations("before", 0)
        commits = await self._store.commits()
        if set(commits) - self._told:
            for row in read_updates(self._folder, commits):
                if row["update"] not in self._told:
                    self._told.add(row["update"])
                    self._scalars("train", row, row["update"], commits[row["update"]])
        newest = await self._store.latest()
        await self._evaluations("after", newest.version if newest is not None else 0)
        await asyncio.to_thread(self._writer.flush)

    async def _evaluations(self, when: When, version: int) -> None:
        standing = (await self._store.live(0.0)).evaluations
        for kind in KINDS:
            name = kind.evaluation(when)
            found = standing.get(name)
            if name in self._told or found is None or found.ended < found.episodes:
                continue
            self._told.add(name)
            told = summarise(await self._store.evaluation(name))
            rates = {"all": told["success"], **told["by_template"]}
            means = {template: rate["mean"] for template, rate in rates.items()}
            self._scalars(f"evaluation_{kind.name}", means, version, time.time())

    def _scalars(self, group: str, values: Mapping[str, Any], step: int, at: float) -> None:
        told = [
            Summary.Value(tag=f"{group}/{name}", simple_value=float(value))
            for name, value in values.items()
            if name != "update" and isinstance(value, int | float)
        ]
        self._writer.add_event(Event(wall_time=at, step=step, summary=Summary(value=told)))
