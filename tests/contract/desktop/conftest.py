"""A ready desktop of every implementation there is, in every way it is made ready for its next holder.

A module's tests share one pool, one holder after another: where desktops are reset, each test gets what the
one before it left, so that all of them prove the reset.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import pytest_asyncio

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.desktop import host
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.host_pool import HostPool
from scalecua.desktop.listen import listen
from scalecua.desktop.pool import LocalPool

WAYS = (
    *("bubblewrap-recreate", "bubblewrap-clients", "hosts-clients"),
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


@asynccontextmanager
async def hosted(section: DesktopSection) -> AsyncIterator[HostPool]:
    """Desktops of this machine, but lent over HTTP."""
    secret, url = secrets.token_urlsafe(), asyncio.get_running_loop().create_future()
    own = section.model_copy(update={"backend": "bubblewrap"})
    server = asyncio.create_task(listen(host.app(own, secret), "127.0.0.1", 0, url.set_result))
    try:
        address = (await asyncio.wait_for(url, 60)).replace("//", f"//any:{secret}@")
        async with HostPool(section.model_copy(update={"addresses": (address,)})) as pool:
            yield pool
    finally:
        server.cancel()
        await asyncio.gather(server, return_exceptions=True)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=WAYS)
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[LocalPool | HostPool]:
    made = section(request.param)
    async with hosted(made) if made.backend == "hosts" else LocalPool(made) as pool:
        yield pool


@pytest_asyncio.fixture(loop_scope="module")
async def desktop(pool: LocalPool) -> AsyncIterator[GuestDesktop]:
    async with pool.lease("default") as desktop:
        yield desktop
