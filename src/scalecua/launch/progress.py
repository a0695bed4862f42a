"""What a person sees while a run goes on: a live view on a terminal, lines elsewhere."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from rich.console import Console
from rich.live import Live

from scalecua.launch.moment import Moment
from scalecua.launch.view import line, panel

LOOK_S = 1.0
# A line an update, and one in between where nothing else is said for so long.
EVALUATING_S, TRAINING_S = 20.0, 120.0


async def show(look: Callable[[], Awaitable[Moment]], name: str, console: Console) -> None:
    """Show what `look` finds of the run `name` until cancelled."""
    if console.is_terminal:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            while True:
                live.update(panel(await look(), name), refresh=True)
                await asyncio.sleep(LOOK_S)
    await _lines(look, console)


async def _lines(look: Callable[[], Awaitable[Moment]], console: Console) -> None:
    """A line for each update that is new since the start, and one after each long silence."""
    told, shown = time.monotonic(), len((await look()).rows)
    while True:
        now = await look()
        fresh = [replace(now, rows=now.rows[: at + 1]) for at in range(shown, len(now.rows))]
        silence = TRAINING_S if now.phase == "training" else EVALUATING_S
        if not fresh and time.monotonic() - told > silence:
            fresh = [now]
        for moment in fresh:
            console.print(line(moment), highlight=False, soft_wrap=True, markup=False)
            told, shown = time.monotonic(), len(now.rows)
        await asyncio.sleep(LOOK_S)
