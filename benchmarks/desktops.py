"""How fast a desktop is there, looks, clicks and starts anew, and what it weighs."""

import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

from benchmarks.command import run
from benchmarks.memory import memory_mb
from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.action import LeftClick
from scalecua.core.desktop import Desktop
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

STARTS = 12
SCREENSHOTS = 100
CLICKS = 200
# Of what subprocess tools do, on the same desktop.
TOOLS = 30
TREES = 20


async def measure() -> dict[str, float]:
    """Every figure of this benchmark; seconds, milliseconds and MiB as the names say."""
    section = DesktopSection(count=1, snapshots={"default": Snapshot(), "kept": Snapshot(reset="clients")})
    async with LocalPool(section) as pool:
        creates, resets = await _starts(pool, "default")
        _, kept = await _starts(pool, "kept")
        async with pool.lease("default") as desktop:
            screenshots = await _repeat(desktop.screenshot, SCREENSHOTS)
            pngs = await _repeat(lambda: _png(desktop), SCREENSHOTS)
            clicks = [await _click(desktop, number) for number in range(CLICKS)]
            scrots = await _repeat(lambda: _scrot(desktop), TOOLS)
            xdotools = [await _xdotool(desktop, number) for number in range(TOOLS)]
            await desktop.launch(["mousepad"])
            await desktop.request("/wait_window", {"title": "mousepad", "timeout_s": 20})
            trees = await _repeat(desktop.tree, TREES)
            memory = memory_mb(desktop.id)
    return {
        "create_ready_s_p50": round(statistics.median(creates), 4),
        "reset_s_p50": round(statistics.median(resets), 4),
        "reset_clients_s_p50": round(statistics.median(kept), 4),
        "screenshot_ms_p50": round(statistics.median(screenshots) * 1000, 2),
        "screenshot_png_ms_p50": round(statistics.median(pngs) * 1000, 2),
        "screenshot_scrot_ms_p50": round(statistics.median(scrots) * 1000, 2),
        "scrot_over_png": round(statistics.median(scrots) / statistics.median(pngs), 1),
        "click_ms_p50": round(statistics.median(clicks) * 1000, 2),
        "click_xdotool_ms_p50": round(statistics.median(xdotools) * 1000, 2),
        "xdotool_over_click": round(statistics.median(xdotools) / statistics.median(clicks), 1),
        "accessibility_ms_p50": round(statistics.median(trees) * 1000, 2),
        "memory_mb": round(memory, 1),
    }


async def _starts(pool: LocalPool, snapshot: str) -> tuple[list[float], list[float]]:
    """Seconds to create a ready desktop, and from giving one back to having a new one."""
    creates, resets = [], []
    released: float | None = None
    for _ in range(STARTS):
        began = time.perf_counter()
        async with pool.lease(snapshot):
            ready = time.perf_counter()
            creates.append(ready - began)
            if released is not None:
                resets.append(ready - released)
            released = time.perf_counter()
    return creates, resets


async def _repeat(call: Callable[[], Awaitable[Any]], times: int) -> list[float]:
    await call()
    return [await _seconds(call) for _ in range(times)]


async def _seconds(call: Callable[[], Awaitable[Any]]) -> float:
    began = time.perf_counter()
    await call()
    return time.perf_counter() - began


async def _click(desktop: Desktop, number: int) -> float:
    action = LeftClick(20 + number, 30 + number)
    return await _seconds(lambda: desktop.act(action, key=f"click-{number}", settle_s=0.0))


async def _png(desktop: GuestDesktop) -> None:
    await desktop.forward("GET", "/screenshot?format=png", "", b"")


async def _scrot(desktop: GuestDesktop) -> None:
    """A PNG by the tool, through the same guest server."""
    await desktop.execute(["scrot", "-p", "-o", "/tmp/shot.png"], timeout_s=20)
    await desktop.read("/tmp/shot.png")


async def _xdotool(desktop: GuestDesktop, number: int) -> float:
    argv = ["xdotool", "mousemove", str(20 + number), str(30 + number), "click", "1"]
    return await _seconds(lambda: desktop.execute(argv, timeout_s=20))


if __name__ == "__main__":
    run(__doc__, measure)
