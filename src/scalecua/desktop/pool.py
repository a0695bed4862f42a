"""The pool: ready desktops lent one holder at a time; on release they are reset, or destroyed."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.admission import Admission
from scalecua.desktop.backend import Backend, Box
from scalecua.desktop.bubblewrap import Bubblewrap
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.reaper import Reaper
from scalecua.desktop.tally import Tally

log = logging.getLogger(__name__)
START_ATTEMPTS = 3
RESET_S = 10.0


class LocalPool:
    """Desktops on this machine, at most `section.count` at once, spares included."""

    def __init__(self, section: DesktopSection, held_by: Backend | None = None) -> None:
        """`held_by` instead of the backend that the section names."""
        self.section = section
        self._free = asyncio.Semaphore(section.count)
        self._backend = held_by or backend(section)
        self._admission = Admission(section.reserve_mb, section.start_timeout_s)
        self._spares: list[tuple[str, Box]] = []
        self._reaper: Reaper | None = None
        self.tally = Tally()
        self.lent = 0
        self._open = False

    async def __aenter__(self) -> "LocalPool":
        """Clean up after dead processes, and find out what this machine offers."""
        await self._backend.prepare()
        self._reaper = await asyncio.to_thread(Reaper)
        self._open = True
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Destroy the spares; every other desktop goes with its lease."""
        self._open = False
        await self._clear(list(self._spares))
        await self._backend.close()
        if self._reaper is not None:
            await asyncio.to_thread(self._reaper.close)

    @asynccontextmanager
    async def lease(self, snapshot: str) -> AsyncIterator[GuestDesktop]:
        """A ready desktop of the named snapshot; waits while `count` are out."""
        look = self.section.look(snapshot)
        async with self._free:
            self.lent += 1
            self.tally.events["lent"] += 1
            try:
                box, desktop = await self._spare(snapshot, look) or await self._start(look)
                again = False
                try:
                    yield desktop
                    again = look.reset == "clients"
                finally:
                    await to_the_end(self._release(snapshot, box, desktop, again=again))
            finally:
                self.lent -= 1

    @property
    def spare(self) -> int:
        """How many desktops wait for their next holder."""
        return len(self._spares)

    async def _spare(self, snapshot: str, look: Snapshot) -> tuple[Box, GuestDesktop] | None:
        """A desktop that was reset for this snapshot; where there is none, room for a new one is made."""
        await self._clear([spare for spare in self._spares if not spare[1].alive])
        fit = [spare for spare in self._spares if spare[0] == snapshot]
        if fit:
            self._spares.remove(fit[-1])
            return fit[-1][1], GuestDesktop(fit[-1][1], look, self.section)
        surplus = self.lent + len(self._spares) - self.section.count
        await self._clear(self._spares[: max(0, surplus)])
        return None

    async def _clear(self, spares: list[tuple[str, Box]]) -> None:
        """Destroy some of the spares."""
        for spare in spares:
            self._spares.remove(spare)
        await to_the_end(_destroy(*(box for _, box in spares)))

    async def _release(self, snapshot: str, box: Box, desktop: GuestDesktop, *, again: bool) -> None:
        """Reset the desktop for the next holder; destroy it where it is not to be reset, or cannot be."""
        kept = again and await _reset(desktop)
        desktop.close()
        if kept and self._open:
            self.tally.events["reset"] += 1
            self._spares.append((snapshot, box))
        else:
            self.tally.events["destroyed"] += 1
            await box.destroy()

    async def _start(self, look: Snapshot) -> tuple[Box, GuestDesktop]:
        """Start until one is ready; only failures to start are tried again."""
        for attempt in range(1, START_ATTEMPTS + 1):
            try:
                async with self._admission.start():
                    began = time.monotonic()
                    started = await self._start_once(look)
                self.tally.started(time.monotonic() - began)
                return started
            except DesktopError as error:
                self.tally.failed(error)
                if error.failure is not Failure.START or attempt == START_ATTEMPTS:
                    raise
        raise AssertionError("unreachable")

    async def _start_once(self, look: Snapshot) -> tuple[Box, GuestDesktop]:
        box = await self._backend.start(look)
        desktop = GuestDesktop(box, look, self.section)
        try:
            await self._ready(box, desktop)
        except BaseException:
            await to_the_end(self._release("", box, desktop, again=False))
            raise
        return box, desktop

    async def _ready(self, box: Box, desktop: GuestDesktop) -> None:
        """Ask for its health: the guest answers when all is up, and hangs up if it ends before."""
        limit = self.section.start_timeout_s
        try:
            async with asyncio.timeout(limit):
                health = await desktop.health(extra_s=limit)
        except TimeoutError:
            what = f"was not ready within {limit:g} s: {box.epitaph()}"
            raise DesktopError(f"desktop {desktop.id} {what}", failure=Failure.START) from None
        except DesktopError as error:
            raise DesktopError(f"a desktop did not start: {error}", failure=Failure.START) from error
        if not health.ready:
            raise DesktopError(f"desktop {desktop.id} is not fit: {health.reason}", failure=Failure.START)


def backend(section: DesktopSection) -> Backend:
    """What holds the desktops, as configured; Docker's client is imported only where it is wanted."""
    if section.backend == "docker":
        from scalecua.desktop.docker import Docker

        return Docker(section)
    return Bubblewrap(section)


async def _reset(desktop: GuestDesktop) -> bool:
    """Whether the desktop is as new; every doubt counts against it."""
    try:
        async with asyncio.timeout(RESET_S):
            health = await desktop.reset()
    except TimeoutError:
        reason = f"desktop {desktop.id} was not reset within {RESET_S:g} s"
    except DesktopError as error:
        reason = str(error)
    else:
        reason = health.reason
    if reason:
        log.info("destroyed instead of reset: %s", reason)
    return not reason


async def _destroy(*boxes: Box) -> None:
    await asyncio.gather(*(box.destroy() for box in boxes))


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
