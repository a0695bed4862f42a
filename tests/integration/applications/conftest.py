"""Desktops that hold every application; a module's tests share one pool, a fresh desktop each."""

from collections.abc import AsyncIterator

import pytest_asyncio

from scalecua.config.desktop import DesktopSection
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

SECTION = DesktopSection(apps="all", count=1, start_timeout_s=60, call_timeout_s=60, memory_mb=4096)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool() -> AsyncIterator[LocalPool]:
    async with LocalPool(SECTION) as pool:
        yield pool


@pytest_asyncio.fixture(loop_scope="module")
async def desktop(pool: LocalPool) -> AsyncIterator[GuestDesktop]:
    async with pool.lease("default") as desktop:
        yield desktop
