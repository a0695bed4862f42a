"""A ready desktop of every implementation there is, in every way it is made ready for its next holder.

A module's tests share one pool, one holder after another: where desktops are reset, each test gets what the
one before it left, so that all of them prove the reset.
"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

WAYS = (
    *("bubblewrap-recreate", "bubblewrap-clients"),
    *(pytest.param(way, marks=pytest.mark.docker) for way in ("docker-recreate", "docker-clients")),
)


def section(way: str) -> DesktopSection:
    backend, reset = way.split("-")
    looks = {
        "default": Snapshot(),
        "small": Snapshot(width=640, height=400),
        "large-text": Snapshot(width=1024, height=768, text_scale=2.0),
    }
    changed = {name: look.model_copy(update={"reset": reset}) for name, look in looks.items()}
    return DesktopSection.model_validate(
        {"backend": backend, "snapshots": changed, "count": 4, "start_timeout_s": 60}
    )


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=WAYS)
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[LocalPool]:
    async with LocalPool(section(request.param)) as pool:
        yield pool


@pytest_asyncio.fixture(loop_scope="module")
async def desktop(pool: LocalPool) -> AsyncIterator[GuestDesktop]:
    async with pool.lease("default") as desktop:
        yield desktop
