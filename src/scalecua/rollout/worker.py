"""The rollout worker: claims leases, plays them on leased desktops, records what came of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from scalecua.core.agent import Agent
from scalecua.core.desktop import Desktop, DesktopPool
from scalecua.core.errors import DesktopError, StoreError
from scalecua.core.experience import Experience
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.trajectory import Trajectory

log = logging.getLogger(__name__)
IDLE_S = 0.1


@dataclass(frozen=True, slots=True)
class Worker:
    """Plays leases with agents of `new_agent`; `before` runs ahead of each (to take up new weights).

    `play` is the rollout loop with everything but lease, desktop and agent filled in. A held lease is
    renewed every `renew_s` seconds.
    """

    name: str
    experience: Experience
    pool: DesktopPool
    new_agent: Callable[[], Agent]
    before: Callable[[Lease], Awaitable[None]]
    play: Callable[[Lease, Desktop, Agent], Awaitable[Trajectory]]
    renew_s: float

    async def run(self, slots: int) -> None:
        """Play `slots` leases at a time until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(slots):
                group.create_task(self._serve())

    async def _serve(self) -> None:
        while True:
            lease = await self.experience.claim(self.name)
            if lease is None:
                await asyncio.sleep(IDLE_S)
                continue
            await self._hold(lease)

    async def _hold(self, lease: Lease) -> None:
        """Play while renewing; a lease that was taken away is dropped, whatever came of it."""
        episode = asyncio.create_task(self._episode(lease))
        renewal = asyncio.create_task(self._renew(lease))
        try:
            await asyncio.wait({episode, renewal}, return_when=asyncio.FIRST_COMPLETED)
            if episode.done():
                await episode
            else:
                await renewal
        except StoreError as error:
            if error.failure is not None:
                raise
            log.warning("lease %s dropped: %s", lease.id, error)
        finally:
            for task in (episode, renewal):
                task.cancel()
            await asyncio.gather(episode, renewal, return_exceptions=True)

    async def _episode(self, lease: Lease) -> None:
        await self.before(lease)
        try:
            async with self.pool.lease(lease.task.snapshot) as desktop:
                trajectory = await self.play(lease, desktop, self.new_agent())
        except DesktopError as error:
            await self.experience.fail(lease.id, error.failure or Failure.START, str(error))
            return
        await self.experience.record(trajectory)

    async def _renew(self, lease: Lease) -> None:
        while True:
            await asyncio.sleep(self.renew_s)
            await self.experience.renew(lease.id)
