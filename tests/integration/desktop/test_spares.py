"""Desktops that are reset, kept between leases and lent again."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.action import HoldKey
from scalecua.core.errors import DesktopError
from scalecua.desktop import pool as pool_module
from scalecua.desktop import process
from scalecua.desktop.cache import runtime_dir
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.run_folder import RunFolder

pytestmark = pytest.mark.desktops

LOOKS = {
    "one": Snapshot(width=640, height=480, reset="clients"),
    "two": Snapshot(width=320, height=240, reset="clients"),
}
SECTION = DesktopSection(snapshots=LOOKS, count=2, start_timeout_s=60)


def alive(desktop: str) -> bool:
    return (runtime_dir() / desktop).exists()


def sandbox(desktop: str) -> tuple[int, ...]:
    return process.with_arguments(*RunFolder(runtime_dir() / desktop).mark)


def family(*pids: int) -> list[int]:
    """The processes and all below them, whichever of a process's threads started them."""
    below = [
        int(child)
        for pid in pids
        for thread in Path(f"/proc/{pid}/task").iterdir()
        for child in (thread / "children").read_text().split()
    ]
    return [*pids, *(family(*below) if below else [])]


async def test_never_more_than_allowed_whatever_they_look_like() -> None:
    held: list[str] = []

    async def use(pool: LocalPool, snapshot: str) -> None:
        async with pool.lease(snapshot) as desktop:
            assert desktop.size == (LOOKS[snapshot].width, LOOKS[snapshot].height)
            held.append(desktop.id)
            assert sum(map(alive, set(held))) <= SECTION.count

    async with LocalPool(SECTION) as pool:
        for snapshots in (("one", "one"), ("one", "two"), ("two", "two"), ("one", "two", "one")):
            await asyncio.gather(*(use(pool, snapshot) for snapshot in snapshots))
        assert sum(map(alive, set(held))) == SECTION.count
        assert len(set(held)) < len(held)
    assert not any(map(alive, held))


async def test_error_of_the_holder_costs_the_desktop() -> None:
    held: list[str] = []

    async def fail(pool: LocalPool) -> None:
        async with pool.lease("one") as desktop:
            held.append(desktop.id)
            raise ValueError("mine")

    async with LocalPool(SECTION) as pool:
        with pytest.raises(ValueError, match="mine"):
            await fail(pool)
        assert not alive(held[0])
        async with pool.lease("one") as desktop:
            assert desktop.id != held[0]


async def test_spare_that_has_died_is_not_lent() -> None:
    async with LocalPool(SECTION) as pool:
        async with pool.lease("one") as desktop:
            dead = desktop.id
        for pid in sandbox(dead):
            process.kill(pid)
        await asyncio.sleep(0.2)
        async with pool.lease("one") as desktop:
            assert desktop.id != dead
            assert (await desktop.health()).ready
        assert not alive(dead)


async def test_what_is_still_being_served_keeps_a_desktop_from_the_next_holder() -> None:
    async with LocalPool(SECTION) as pool:
        async with pool.lease("one") as desktop:
            held = asyncio.create_task(desktop.act(HoldKey(("a",), 30), key="a", settle_s=0))
            await asyncio.sleep(0.3)
            held.cancel()
            used = desktop.id
        assert not alive(used)
        async with pool.lease("one") as desktop:
            assert desktop.id != used


async def test_desktop_that_does_not_answer_is_destroyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "RESET_S", 0.5)
    async with LocalPool(SECTION) as pool:
        async with pool.lease("one") as desktop:
            for pid in family(*sandbox(desktop.id)):
                os.kill(pid, signal.SIGSTOP)
            used = desktop.id
        assert not alive(used)


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03])
async def test_cancelled_while_it_is_given_back(delay: float) -> None:
    seen: list[str] = []

    async def hold(pool: LocalPool, given: asyncio.Event) -> None:
        async with pool.lease("one") as desktop:
            seen.append(desktop.id)
            given.set()

    async with LocalPool(SECTION) as pool:
        given = asyncio.Event()
        task = asyncio.create_task(hold(pool, given))
        await given.wait()
        await asyncio.sleep(delay)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with pool.lease("one") as desktop:
            assert (await desktop.health()).ready
    assert not any(map(alive, seen))


async def test_only_its_snapshot_makes_a_desktop_resettable() -> None:
    async with LocalPool(DesktopSection(start_timeout_s=60)) as pool, pool.lease("default") as desktop:
        assert isinstance(desktop, GuestDesktop)
        with pytest.raises(DesktopError, match="cannot be reset"):
            await desktop.reset()
        assert (await desktop.health()).ready
