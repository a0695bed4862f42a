"""A fresh, ready desktop of every implementation there is."""

from collections.abc import AsyncIterator

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

SECTION = DesktopSection(
    snapshots={
        "default": Snapshot(),
        "small": Snapshot(width=640, height=400),
        "large-text": Snapshot(width=1024, height=768, text_scale=2.0),
    },
    count=4,
    start_timeout_s=60,
)


@pytest.fixture(params=["bubblewrap"])
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[LocalPool]:
    async with LocalPool(SECTION) as pool:
        yield pool


@pytest.fixture
async def desktop(pool: LocalPool) -> AsyncIterator[GuestDesktop]:
    async with pool.lease("default") as desktop:
        yield desktop
