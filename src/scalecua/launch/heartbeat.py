"""A sign of life that a process gives its launcher: a file whose time moves on while its loop turns."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

BEAT_S = 1.0


async def with_beat(pulse: Path, work: Coroutine[Any, Any, None]) -> None:
    """Run `work` to its end, touching `pulse` every BEAT_S seconds meanwhile."""
    beating = asyncio.create_task(_beat(pulse))
    try:
        await work
    finally:
        beating.cancel()


async def _beat(pulse: Path) -> None:
    while True:
        pulse.touch()
        await asyncio.sleep(BEAT_S)


class Listener:
    """Counts the seconds for which `pulse` stood still.

    They are counted in looks of `every_s` seconds, not read off a clock: a machine that was suspended
    has not been silent.
    """

    def __init__(self, pulse: Path, every_s: float) -> None:
        self.every_s = every_s
        self.quiet_s = 0.0
        self._pulse = pulse
        self._last = self._time()

    def look(self) -> float:
        """Look once more, `every_s` after the last time; returns the seconds of silence so far."""
        now = self._time()
        self.quiet_s = self.quiet_s + self.every_s if now == self._last else 0.0
        self._last = now
        return self.quiet_s

    def _time(self) -> int:
        return self._pulse.stat().st_mtime_ns if self._pulse.exists() else 0
