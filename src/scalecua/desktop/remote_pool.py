"""Desktops by address: OSWorld guest servers that somebody else started, each lent to one holder at a time.

How they are made as new between two holders is their owner's business, except for guests of ours.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType

from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop.address import Address
from scalecua.desktop.http import Broken, Connections
from scalecua.desktop.osworld import OSWorldDesktop
from scalecua.desktop.pool import RESET_S, to_the_end

PROBE_S = 15.0
log = logging.getLogger(__name__)


class RemotePool:
    """Implements `DesktopPool` over `section.addresses`."""

    def __init__(self, section: DesktopSection) -> None:
        self.section = section
        self._free: asyncio.Queue[Address] = asyncio.Queue()

    async def __aenter__(self) -> "RemotePool":
        """Find out who answers; DesktopError naming every address if nobody does."""
        addresses = [Address.of(url) for url in self.section.addresses]
        answers = await asyncio.gather(*(_size(address) for address in addresses), return_exceptions=True)
        problems = [str(answer) for answer in answers if isinstance(answer, BaseException)]
        if len(problems) == len(addresses):
            raise DesktopError(f"no desktop answers: {'; '.join(problems)}", failure=Failure.NETWORK)
        for address in addresses:
            self._free.put_nowait(address)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held."""

    @asynccontextmanager
    async def lease(self, snapshot: str) -> AsyncIterator[OSWorldDesktop]:
        """The next desktop that is free; its screen is as large as it is, whatever the snapshot says."""
        look = self.section.look(snapshot)
        address = await self._free.get()
        try:
            size, timeout_s = await _size(address), self.section.call_timeout_s
            desktop = OSWorldDesktop(address, size, quality=look.jpeg_quality, timeout_s=timeout_s)
            try:
                yield desktop
            finally:
                await to_the_end(_renew(desktop))
        finally:
            self._free.put_nowait(address)


async def _renew(desktop: OSWorldDesktop) -> None:
    """Have a guest of ours make itself new; any other refuses, which is its owner's business."""
    try:
        async with asyncio.timeout(RESET_S):
            await desktop.request("/reset", {})
    except (DesktopError, TimeoutError) as error:
        log.debug("%s was not reset: %s", desktop.id, error)
    finally:
        desktop.close()


async def _size(address: Address) -> tuple[int, int]:
    """Width and height of the screen at an address; DesktopError if nobody answers there."""
    http = Connections(address)
    try:
        async with asyncio.timeout(PROBE_S):
            said = (await http.request("POST", "/screen_size", "application/json", b"{}")).json()
        return int(said["width"]), int(said["height"])
    except (Broken, TimeoutError, ValueError, KeyError) as error:
        what = f"{address.name} does not answer as an OSWorld guest: {error!r}"
        raise DesktopError(what, failure=Failure.NETWORK) from error
    finally:
        http.close()
