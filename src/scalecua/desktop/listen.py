"""Runs one of our servers on a port of this machine until it is told to stop."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator

import uvicorn
from fastapi import FastAPI

from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure


class _Server(uvicorn.Server):
    """One that leaves signals to whoever runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def listen(server: FastAPI, address: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve; `tell` the URL once requests are answered. Port 0 takes a free one."""
    with boundary(DesktopError, f"cannot listen on {address}:{port}", failure=Failure.NETWORK):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        listening = socket.create_server((address, port), family=family)
    host = f"[{address}]" if ":" in address else address
    config = uvicorn.Config(server, log_level="warning", timeout_graceful_shutdown=5)
    running = _Server(config)
    task = asyncio.create_task(running.serve(sockets=[listening]))
    try:
        while not (running.started or task.done()):
            await asyncio.sleep(0.02)
        if running.started:
            tell(f"http://{host}:{listening.getsockname()[1]}")
        await asyncio.shield(task)
    finally:
        running.should_exit = True
        await task
        listening.close()
    if not running.started:
        raise DesktopError("the server could not start; its own words are above", failure=Failure.START)
