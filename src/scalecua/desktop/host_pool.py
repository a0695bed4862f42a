"""Desktops of other machines: leases at desktop hosts, renewed for as long as the block lasts."""

import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Any

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.desktop import Stream
from scalecua.core.errors import ConfigError, DesktopError
from scalecua.core.failure import Failure
from scalecua.desktop import token, web_tunnel
from scalecua.desktop.address import Address
from scalecua.desktop.client import JSON, GuestDesktop
from scalecua.desktop.http import Broken, Connections, Reply
from scalecua.desktop.pool import to_the_end

PAUSE_S = 0.5
WAIT_S = 5.0


@dataclass(slots=True)
class Leased:
    """Implements `Box`: a desktop at a host, ours for as long as the host keeps answering."""

    id: str
    address: Address
    lost: str = ""

    @property
    def alive(self) -> bool:
        """Whether the lease still holds."""
        return not self.lost

    async def connect(self, port: int) -> Stream:
        """A stream to a port inside; DesktopError if nothing listens on it."""
        return await web_tunnel.through(self.address, port)

    def epitaph(self) -> str:
        """Why the lease ended."""
        return self.lost or "its host said nothing"

    def out_of_memory(self) -> bool:
        """The host says so itself, by the class of its errors."""
        return False

    async def destroy(self) -> None:
        """The host does, once the lease has ended."""


@dataclass(slots=True)
class Host:
    """One desktop host; `lent` of its `capacity`, as last heard and with what we took and gave back since."""

    address: Address
    http: Connections = field(init=False)
    lent: int = 0
    capacity: int = 1
    silent: bool = False

    @property
    def business(self) -> float:
        """The share of its desktops that are out; those that do not answer come after all others."""
        return self.lent / self.capacity + (2.0 if self.silent else 0.0)

    def __post_init__(self) -> None:
        self.http = Connections(self.address)

    async def ask(self, method: str, target: str, body: dict[str, Any] | None = None) -> Reply:
        """One request; Broken if it fails."""
        return await self.http.request(method, target, JSON, json.dumps(body or {}).encode())


class HostPool:
    """Implements `DesktopPool` over desktop hosts; the least busy is asked first."""

    def __init__(self, section: DesktopSection) -> None:
        self.section = section
        addresses = [Address.of(url) for url in section.addresses]
        self._hosts = [Host(one if one.token else replace(one, token=token.given())) for one in addresses]
        self._free = asyncio.Semaphore(section.count)

    async def __aenter__(self) -> "HostPool":
        """Find out who answers; DesktopError if nobody does."""
        answers = await asyncio.gather(*(self._look(host) for host in self._hosts))
        if not any(not problem for problem in answers):
            raise DesktopError(f"no desktop host answers: {'; '.join(answers)}", failure=Failure.NETWORK)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections; every desktop goes with its lease."""
        for host in self._hosts:
            host.http.close()

    @asynccontextmanager
    async def lease(self, snapshot: str) -> AsyncIterator[GuestDesktop]:
        """A ready desktop of the named snapshot; waits while all are out."""
        async with self._free:
            host, box, look = await self._lend(snapshot)
            beat = asyncio.create_task(self._renew(host, box))
            desktop = GuestDesktop(box, look, self.section)
            try:
                yield desktop
            finally:
                beat.cancel()
                desktop.close()
                await to_the_end(self._give_back(host, box))

    async def _lend(self, snapshot: str) -> tuple[Host, Leased, Snapshot]:
        """Ask the hosts in turn until one lends; unreachable ones are an error once nobody is left."""
        heard = time.monotonic()
        while True:
            problems = []
            for number, host in enumerate(sorted(self._hosts, key=lambda host: host.business)):
                wish = {"snapshot": snapshot, "ttl_s": self.section.lease_timeout_s}
                wish["wait_s"] = WAIT_S if number == len(self._hosts) - 1 else 0.0
                try:
                    reply = await host.ask("POST", "/leases", wish)
                except Broken as error:
                    problems.append(f"{host.address.name}: {error}")
                    host.silent = True
                    continue
                heard = time.monotonic()
                if reply.status == 201:
                    host.lent += 1
                    return host, *self._granted(host, snapshot, reply.json())
                host.lent = host.capacity
                self._judge(host, reply)
            if problems and time.monotonic() - heard > self.section.start_timeout_s:
                raise DesktopError(f"no desktop host answers: {'; '.join(problems)}", failure=Failure.NETWORK)
            await asyncio.sleep(PAUSE_S * random.random())
            await asyncio.gather(*(self._look(host) for host in self._hosts))

    @staticmethod
    def _judge(host: Host, reply: Reply) -> None:
        """Pass over "none is free"; raise everything else that a host may say."""
        said = reply.json()
        if said.get("failure") == Failure.TIMEOUT.value:
            return
        what = f"{host.address.name}: {said.get('error', reply.status)}"
        if reply.status in (401, 404, 422):
            raise ConfigError(what)
        failure = said.get("failure")
        raise DesktopError(what, failure=Failure(failure) if failure else Failure.START)

    def _granted(self, host: Host, snapshot: str, said: dict[str, Any]) -> tuple[Leased, Snapshot]:
        box = Leased(said["desktop"], host.address.below(f"/leases/{said['lease']}/desktop"))
        known = self.section.snapshots.get(snapshot, Snapshot())
        return box, known.model_copy(update={"width": said["width"], "height": said["height"]})

    async def _look(self, host: Host) -> str:
        """Learn how busy a host is; what went wrong, if anything did."""
        try:
            reply = await host.ask("GET", "/health")
            said = reply.json()
            host.lent, host.capacity, host.silent = said["lent"], max(1, said["capacity"]), False
        except (Broken, ValueError, KeyError) as error:
            host.silent = True
            return f"{host.address.name}: {error!r}"
        return ""

    async def _renew(self, host: Host, box: Leased) -> None:
        """Keep the lease alive; it is lost when the host says so, or is silent for its whole length."""
        ttl_s, heard = self.section.lease_timeout_s, time.monotonic()
        target = f"/leases/{_name(box)}/renew"
        while not box.lost:
            await asyncio.sleep(ttl_s / 4)
            try:
                reply = await host.ask("POST", target)
            except Broken as error:
                if time.monotonic() - heard > ttl_s:
                    box.lost = f"its host {host.address.name} is gone: {error}"
                continue
            heard = time.monotonic()
            if reply.status >= 400:
                box.lost = f"its host {host.address.name} has ended the lease"

    async def _give_back(self, host: Host, box: Leased) -> None:
        """End the lease; one that cannot be told so expires at the host."""
        host.lent -= 1
        with contextlib.suppress(Broken):
            await host.ask("DELETE", f"/leases/{_name(box)}")


def _name(box: Leased) -> str:
    return box.address.prefix.rsplit("/", 2)[1]
