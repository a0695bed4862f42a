"""Run requests in judge sandboxes: in one that ends with its request, or in ones kept for the next.

Kept ones save most of what judging costs, and hold against hostile files. Hostile code, which may leave more
behind than a process and a file, gets a sandbox of its own.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from scalecua.tasks.sandbox.live import Limits, Sandbox, started

USUAL = Limits()
# The runner's findings on the state in a folder; JudgeError with its class where it gives none.
Run = Callable[[Mapping[str, Any], Path], Awaitable[list[dict[str, Any]]]]


async def run(
    request: Mapping[str, Any], state: Path, limits: Limits = USUAL, seed: int = 0
) -> list[dict[str, Any]]:
    """The runner's findings on the state in a folder, from a sandbox of its own; JudgeError with class.

    Sets inside have the order that `seed` gives.
    """
    async with started(limits, seed) as sandbox:
        return await sandbox.ask(request, state)


@asynccontextmanager
async def kept(limits: Limits = USUAL) -> AsyncIterator[Run]:
    """A way to run that starts at most a sandbox a core and keeps each as long as it serves well.

    One in which anything went wrong is ended, and another started for the next request.
    """
    idle: list[tuple[Sandbox, AsyncExitStack]] = []
    places = asyncio.Semaphore(os.cpu_count() or 1)

    async def ask(request: Mapping[str, Any], state: Path) -> list[dict[str, Any]]:
        async with places:
            sandbox, ending = await _usable(idle, limits)
            async with ending:
                found = await sandbox.ask(request, state)
                if sandbox.usable:
                    idle.append((sandbox, ending.pop_all()))
                return found

    try:
        yield ask
    finally:
        async with AsyncExitStack() as every:
            for _, ending in idle:
                every.push_async_callback(ending.aclose)


async def _usable(
    idle: list[tuple[Sandbox, AsyncExitStack]], limits: Limits
) -> tuple[Sandbox, AsyncExitStack]:
    while idle:
        sandbox, ending = idle.pop()
        if sandbox.usable:
            return sandbox, ending
        await ending.aclose()
    ending = AsyncExitStack()
    return await ending.enter_async_context(started(limits)), ending
