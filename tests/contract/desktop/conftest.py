"""A ready desktop of every implementation there is, in every way it is made ready for its next holder.

A module's tests share one pool, one holder after another: where desktops are reset, each test gets what the
one before it left, so that all of them prove the reset.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
import pytest_asyncio

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.desktop import host
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.gate import Gate
from scalecua.desktop.host_pool import HostPool
from scalecua.desktop.listen import listen
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.remote_pool import RemotePool

WAYS = (
    *("bubblewrap-recreate", "bubblewrap-clients", "hosts-clients", "remote-clients"),
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


@asynccontextmanager
async def remote(section: DesktopSection) -> AsyncIterator[RemotePool]:
    """Desktops of this machine, but driven as a stranger's, by OSWorld's protocol alone."""
    token = secrets.token_urlsafe()
    mine = section.model_copy(update={"backend": "bubblewrap"})
    async with LocalPool(mine) as own, own.lease("default") as desktop:
        server = await Gate(desktop.address, token).listen(0)
        address = f"http://any:{token}@127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with RemotePool(section.model_copy(update={"addresses": (address,)})) as pool:
            yield pool
        server.close()


def opened(section: DesktopSection) -> AbstractAsyncContextManager[LocalPool | HostPool | RemotePool]:
    if section.backend == "hosts":
        return hosted(section)
    return remote(section) if section.backend == "remote" else LocalPool(section)


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=WAYS)
async def pool(request: pytest.FixtureRequest) -> AsyncIterator[LocalPool | HostPool | RemotePool]:
    async with opened(section(request.param)) as pool:
        yield pool


@pytest.fixture(autouse=True)
def within_the_protocol(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("ours") and "remote-" in request.node.name:
        pytest.skip("OSWorld's protocol, and pyautogui behind it, cannot do this")


@pytest_asyncio.fixture(loop_scope="module")
async def desktop(pool: LocalPool) -> AsyncIterator[GuestDesktop]:
    async with pool.lease("default") as desktop:
        yield desktop
