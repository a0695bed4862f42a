"""One desktop held for somebody else: its address, socket and token."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import DesktopError, boundary
from scalecua.core.failure import Failure
from scalecua.desktop.gate import Gate
from scalecua.desktop.pool import LocalPool


@asynccontextmanager
async def serve(
    snapshot_name: str, section: DesktopSection, port: int | None = None
) -> AsyncIterator[dict[str, str | None]]:
    """Hold a desktop for the length of the block; `url` is None without a port (0: a free one)."""
    async with LocalPool(section) as pool, pool.lease(snapshot_name) as desktop:
        token = secrets.token_urlsafe(24)
        facts: dict[str, str | None] = {
            "id": desktop.id,
            "url": None,
            "socket": desktop.address.name,
            "token": token,
            "snapshot": snapshot_name,
        }
        if port is None:
            yield facts
            return
        with boundary(DesktopError, f"cannot listen on 127.0.0.1:{port}", failure=Failure.NETWORK):
            server = await Gate(desktop.address, token).listen(port)
        try:
            facts["url"] = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            yield facts
        finally:
            server.close()
