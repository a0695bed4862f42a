"""How long a run has worked, over all processes that worked on it."""

import asyncio
import json
import time
from pathlib import Path

from scalecua.recipe.folder import write_atomically

TICK_S = 1.0


class Clock:
    """Seconds of work so far, kept in `path` at every tick: a kill loses at most one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = read(path)
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """Seconds of work, this process's included."""
        return self._before + time.monotonic() - self._began

    def keep(self) -> None:
        """Write it down."""
        write_atomically(self._path, json.dumps({"seconds": round(self.seconds, 3)}) + "\n")

    async def tick(self) -> None:
        """Write it down again and again until cancelled."""
        while True:
            self.keep()
            await asyncio.sleep(TICK_S)


def read(path: Path) -> float:
    """The seconds kept in `path`; 0 where nothing is."""
    if not path.exists():
        return 0.0
    return float(json.loads(path.read_text(encoding="utf-8"))["seconds"])
