"""What a person sees while a run goes on: one line, redrawn on a terminal, appended elsewhere."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from rich.console import Console

T = TypeVar("T")
TERMINAL_S = 1.0
PLAIN_S = 10.0


async def show(counts: Callable[[], Awaitable[T]], line: Callable[[T, float], str], console: Console) -> None:
    """Draw `line(counts, seconds since the start)` again and again until cancelled."""
    started = time.monotonic()
    if console.is_terminal:
        with console.status("starting") as status:
            while True:
                status.update(line(await counts(), time.monotonic() - started))
                await asyncio.sleep(TERMINAL_S)
    last = ""
    while True:
        now = line(await counts(), time.monotonic() - started)
        if now != last:
            console.print(now, highlight=False, soft_wrap=True)
        last = now
        await asyncio.sleep(PLAIN_S)


def clock(seconds: float) -> str:
    """Minutes and seconds, like 03:07."""
    return f"{int(seconds) // 60:02d}:{int(seconds) % 60:02d}"
