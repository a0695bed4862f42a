"""The pool: ready desktops lent one holder at a time, destroyed on release whatever happens."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.errors import ConfigError, DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import bubblewrap, cgroups
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.reap import reap
from scalecua.desktop.sandbox import Sandbox

START_ATTEMPTS = 3


class LocalPool:
    """Desktops in bubblewrap on this machine, at most `section.count` at once."""

    def __init__(self, section: DesktopSection) -> None:
        self._section = section
        self._free = asyncio.Semaphore(section.count)
        self._hierarchies: tuple[cgroups.Hierarchy, ...] = ()

    async def __aenter__(self) -> "LocalPool":
        """Clean up after dead processes, and find out which limits can be set."""
        await asyncio.to_thread(reap)
        self._hierarchies = await asyncio.to_thread(cgroups.available)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is left to do: every desktop goes with its lease."""

    @asynccontextmanager
    async def lease(self, snapshot: str) -> AsyncIterator[GuestDesktop]:
        """A ready desktop of the named snapshot; waits while `count` are out."""
        look = self._section.snapshots.get(snapshot)
        if look is None:
            known = ", ".join(self._section.snapshots)
            raise ConfigError(f"no snapshot {snapshot!r} in [desktop.snapshots]; there are: {known}")
        async with self._free:
            sandbox, desktop = await self._start(look)
            try:
                yield desktop
            finally:
                await to_the_end(_release(sandbox, desktop))

    async def _start(self, look: Snapshot) -> tuple[Sandbox, GuestDesktop]:
        """Start until one is ready; only failures to start are tried again."""
        for attempt in range(1, START_ATTEMPTS + 1):
            try:
                return await self._start_once(look)
            except DesktopError as error:
                if error.failure is not Failure.START or attempt == START_ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    async def _start_once(self, look: Snapshot) -> tuple[Sandbox, GuestDesktop]:
        sandbox = await bubblewrap.start(look, self._section, self._hierarchies)
        desktop = GuestDesktop(sandbox, look, self._section)
        try:
            await self._ready(sandbox, desktop)
        except BaseException:
            await to_the_end(_release(sandbox, desktop))
            raise
        return sandbox, desktop

    async def _ready(self, sandbox: Sandbox, desktop: GuestDesktop) -> None:
        """Ask for its health: the guest answers when all is up, and hangs up if it ends before."""
        limit = self._section.start_timeout_s
        try:
            async with asyncio.timeout(limit):
                health = await desktop.health(extra_s=limit)
        except TimeoutError:
            what = f"was not ready within {limit:g} s: {sandbox.epitaph()}"
            raise DesktopError(f"desktop {desktop.id} {what}", failure=Failure.START) from None
        except DesktopError as error:
            raise DesktopError(f"a desktop did not start: {error}", failure=Failure.START) from error
        if not health.ready:
            raise DesktopError(f"desktop {desktop.id} is not fit: {health.reason}", failure=Failure.START)


async def _release(sandbox: Sandbox, desktop: GuestDesktop) -> None:
    try:
        await desktop.close()
    finally:
        await sandbox.destroy()


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Await `work` even if we are cancelled meanwhile; the cancellation follows when it is done."""
    task = asyncio.create_task(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    task.result()
