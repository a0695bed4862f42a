"""Who holds which desktop over HTTP, and until when: a holder that stops renewing loses it."""

import asyncio
import contextlib
import logging
import time
import uuid
from collections.abc import Awaitable
from dataclasses import dataclass, field
from types import TracebackType

from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool, to_the_end

log = logging.getLogger(__name__)
LOOK_S = 0.5


@dataclass(slots=True)
class Held:
    """One desktop in somebody's hands; `expires` in seconds of the monotonic clock."""

    desktop: GuestDesktop
    snapshot: str
    ttl_s: float
    expires: float
    returned: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    def renew(self) -> None:
        """Hold it for another while."""
        self.expires = time.monotonic() + self.ttl_s


class Leases:
    """Desktops of a pool by the name of the lease."""

    def __init__(self, pool: LocalPool) -> None:
        self._pool = pool
        self._slots = asyncio.Semaphore(pool.section.count)
        self._held: dict[str, Held] = {}
        self._watch: asyncio.Task[None] | None = None
        self.expired = 0

    async def __aenter__(self) -> "Leases":
        """Begin to watch the clock."""
        self._watch = asyncio.create_task(self._expire())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take every desktop back."""
        if self._watch is not None:
            self._watch.cancel()
        await to_the_end(self._end_all())

    @property
    def lent(self) -> int:
        """How many desktops are out."""
        return len(self._held)

    def every(self) -> dict[str, Held]:
        """All leases by name."""
        return dict(self._held)

    async def grant(self, snapshot: str, *, ttl_s: float, wait_s: float) -> tuple[str, Held]:
        """A lease on a ready desktop; DesktopError with TIMEOUT if none is free within `wait_s`."""
        await self._slot(wait_s)
        name = uuid.uuid4().hex
        ready: asyncio.Future[Held] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._hold(name, snapshot, ttl_s, ready))
        try:
            held = await asyncio.shield(ready)
        except BaseException:
            task.cancel()
            await to_the_end(_end(task))
            raise
        held.task = task
        return name, held

    async def _slot(self, wait_s: float) -> None:
        """Take a place among those that are lent at once."""
        if self._slots.locked() and wait_s == 0:
            raise DesktopError("no desktop is free", failure=Failure.TIMEOUT)
        try:
            async with asyncio.timeout(wait_s or None):
                await self._slots.acquire()
        except TimeoutError:
            raise DesktopError(f"no desktop was free within {wait_s:g} s", failure=Failure.TIMEOUT) from None

    def get(self, name: str) -> Held:
        """The lease of this name, renewed; LookupError if it was returned or has expired."""
        held = self._held[name]
        held.renew()
        return held

    async def give_back(self, name: str) -> None:
        """End a lease, and wait until its desktop is clean; nothing if it has ended."""
        held = self._held.pop(name, None)
        if held is not None:
            held.returned.set()
            if held.task is not None:
                await to_the_end(_end(held.task))

    async def _hold(self, name: str, snapshot: str, ttl_s: float, ready: "asyncio.Future[Held]") -> None:
        """Lease from the pool for as long as the lease lives."""
        try:
            async with self._pool.lease(snapshot) as desktop:
                held = Held(desktop, snapshot, ttl_s, time.monotonic() + ttl_s)
                self._held[name] = held
                ready.set_result(held)
                try:
                    await held.returned.wait()
                finally:
                    self._held.pop(name, None)
        except Exception as error:
            if ready.done():
                log.warning("lease %s did not end well: %s", name, error)
            else:
                ready.set_exception(error)
        finally:
            self._slots.release()

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            now = time.monotonic()
            for name, held in list(self._held.items()):
                if held.expires < now:
                    self.expired += 1
                    self._held.pop(name, None)
                    held.returned.set()

    async def _end_all(self) -> None:
        await asyncio.gather(*(self.give_back(name) for name in list(self._held)))


async def _end(task: Awaitable[None]) -> None:
    """Await the end of a lease; what went wrong with its desktop is in the log."""
    with contextlib.suppress(asyncio.CancelledError):
        await task
