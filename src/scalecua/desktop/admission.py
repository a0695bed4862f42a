"""When one more desktop may start: a core's worth of work is free for it, and memory is left beside it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure

# A start is half waiting: two at once keep a core busy, more only lengthen each other.
STARTS_PER_CORE = 2
LOOK_S = 0.25


class Admission:
    """Lets desktops start, some at a time; `reserve_mb` MiB of the machine's memory stay free."""

    def __init__(self, reserve_mb: int, patience_s: float) -> None:
        self._starting = asyncio.Semaphore(STARTS_PER_CORE * len(os.sched_getaffinity(0)))
        self._reserve_mb = reserve_mb
        self._patience_s = patience_s

    @asynccontextmanager
    async def start(self) -> AsyncIterator[None]:
        """Hold one place for the length of the block; DesktopError with MEMORY where none comes free."""
        async with self._starting:
            end = time.monotonic() + self._patience_s
            while (free := available_mb()) < self._reserve_mb:
                if time.monotonic() > end:
                    raise DesktopError(
                        f"this machine has {free} MiB of memory left and desktop.reserve_mb is "
                        f"{self._reserve_mb}; lower desktop.count",
                        failure=Failure.MEMORY,
                    )
                await asyncio.sleep(LOOK_S)
            yield


def available_mb() -> int:
    """Memory that programs can still have, MiB, as the kernel reckons."""
    for line in Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) >> 10
    raise DesktopError("/proc/meminfo has no MemAvailable", failure=Failure.START)
