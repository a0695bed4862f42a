"""How long every application takes to be ready, what it adds to a desktop, and what its tree costs."""

import argparse
import asyncio
import json
import statistics
import time
from dataclasses import replace

from benchmarks.memory import memory_mb
from scalecua.config.desktop import DesktopSection
from scalecua.desktop.catalogue import Application, of, ready, start
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool

STARTS = 3
FIGURES = ("visible_s", "ready_s", "memory_mb", "tree_ms")


async def measure(apps: str) -> dict[str, float]:
    """Medians over new desktops: seconds from launch to a window and to a still one, MiB, milliseconds."""
    section = DesktopSection(apps=apps, count=1, start_timeout_s=60, call_timeout_s=60, memory_mb=4096)
    figures: dict[str, float] = {}
    async with LocalPool(section) as pool:
        for application in of(apps):
            seen = []
            for _ in range(STARTS):
                async with pool.lease("default") as desktop:
                    seen.append(await _one(desktop, application))
            for name, values in zip(FIGURES, zip(*seen, strict=True), strict=True):
                figures[f"{application.name.replace('-', '_')}_{name}_p50"] = round(
                    statistics.median(values), 2
                )
    return figures


async def _one(desktop: GuestDesktop, application: Application) -> tuple[float, ...]:
    alone = memory_mb(desktop.id)
    began = time.perf_counter()
    await start(desktop, replace(application, settle_s=0.0))
    visible_s = time.perf_counter() - began
    await ready(desktop, application)
    ready_s = time.perf_counter() - began
    added = memory_mb(desktop.id) - alone
    began = time.perf_counter()
    await desktop.tree()
    return visible_s, ready_s, added, (time.perf_counter() - began) * 1000


def main() -> None:
    """Print the figures, as one JSON object with --json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--apps", default="all", help="group of applications that is built")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = asyncio.run(measure(options.apps))
    print(json.dumps(figures) if options.json else "\n".join(f"{k:32} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
