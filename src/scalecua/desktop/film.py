"""A film of a live desktop, MP4."""

import asyncio
from pathlib import Path

from scalecua.core.errors import DesktopError, boundary
from scalecua.desktop.live import Live


async def record(live: Live, seconds: float, target: Path) -> int:
    """Film a desktop for so long, or until cancelled, and write the film; its size in bytes."""
    await live.ask("POST", "/start_recording", b"{}")
    try:
        await asyncio.sleep(seconds)
    finally:
        film = (await live.ask("POST", "/end_recording", b"{}")).body
        with boundary(DesktopError, f"cannot write {target}"):
            await asyncio.to_thread(target.write_bytes, film)
    return len(film)
