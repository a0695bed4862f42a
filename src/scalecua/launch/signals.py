"""Ends a coroutine cleanly on Ctrl-C or SIGTERM, and ties a process to its parent's life."""

import asyncio
import ctypes
import os
import signal
from collections.abc import Coroutine
from typing import Any

PR_SET_PDEATHSIG = 1


def run_until_signalled(work: Coroutine[Any, Any, None]) -> int:
    """Run `work` to its end (0), or cancel it on SIGINT (130) or SIGTERM (143) and let it clean up."""
    received: list[int] = []

    async def supervised() -> None:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()

        def stop(number: int) -> None:
            received.append(number)
            task.cancel()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop, number)
        try:
            await task
        except asyncio.CancelledError:
            if not received:
                raise

    asyncio.run(supervised())
    return 128 + received[0] if received else 0


def die_with(parent: int) -> None:
    """Have the kernel SIGKILL this process when `parent` dies; exit at once if it has already.

    The signal follows the parent's thread that forked us: start children from its main thread.
    """
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit(1)
