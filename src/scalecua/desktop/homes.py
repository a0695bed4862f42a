"""The home template: what the first start of every application leaves behind, made once when they are built.

First-run dialogs and slow first starts stay in the build.
"""

import asyncio
import io
import tarfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from scalecua.config.desktop import DesktopSection
from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.desktop.bubblewrap import Bubblewrap
from scalecua.desktop.catalogue import READY_S, Application, of, start
from scalecua.desktop.pool import LocalPool

# A first start rebuilds caches of its own, on a machine that may be busy.
FIRST_S = 3 * READY_S
END_S = 15
# Locks and caches: they name what has ended, or are quicker made than copied to every desktop.
LEFT_OUT = (
    *("Singleton*", "lock", ".parentlock", "*.lock", ".~lock*", ".gislock", "*.pid"),
    *("Cache", "Code Cache", "*ShaderCache", "GPUCache", "Dawn*Cache", "startupCache", "cache2"),
    *("Crash Reports", "Crashpad", "BrowserMetrics*", "component_crx_cache"),
)
# By the users of all desktops, whatever the application keeps to itself.
READABLE = "--mode=a+rX"
# In the environment of the application and of all that it starts.
MARK = "SCALECUA_FIRST_START"
END = f"""
left() {{ grep -lzs ^{MARK}= /proc/[0-9]*/environ | cut -d/ -f3; }}
gone() {{ for _ in $(seq {END_S * 10}); do [ -z "$(left)" ] && return; sleep 0.1; done; false; }}
gone || {{ kill -TERM $(left); gone; }} || kill -KILL $(left)
true
"""


async def make(tree: Path, apps: str, progress: Callable[[str], Any]) -> None:
    """Start every application of a group once, each on a desktop of this system, and keep what it wrote."""
    applications = [one for one in of(apps) if one.home]
    if not applications:
        return
    section = DesktopSection(apps=apps, count=1, memory_mb=4096, home_mb=1024)
    async with LocalPool(section, Bubblewrap(section, tree)) as pool:
        for one in applications:
            progress(f"starting {one.name} for the first time")
            async with pool.lease("default") as desktop:
                await _once(desktop, one)
                await _keep(desktop, one.home, tree / "opt/scalecua/home")


async def _once(desktop: Desktop, application: Application) -> None:
    """Start it, let it settle, close its window, and see it end."""
    marked = replace(application, command=("env", f"{MARK}=1", *application.command))
    await start(desktop, marked, timeout_s=FIRST_S)
    asked = {"window_name": application.wm_class, "by_class": True}
    await desktop.request("/setup/close_window", asked)
    await desktop.execute(["sh", "-c", END], timeout_s=4 * END_S)


async def _keep(desktop: Desktop, folders: tuple[str, ...], home: Path) -> None:
    """Copy folders of the desktop's home into the template."""
    left_out = " ".join(f"'--exclude={name}'" for name in LEFT_OUT)
    there = f"$(ls -d {' '.join(folders)} 2> /dev/null)"
    script = f"cd /home/user && tar -c {READABLE} -f /tmp/home.tar {left_out} -- {there}"
    done = await desktop.execute(["sh", "-c", script], timeout_s=60)
    if done.returncode:
        raise DesktopError(f"cannot keep the home of the applications: {done.error}")
    packed = await desktop.read("/tmp/home.tar")
    await asyncio.to_thread(_unpack, packed, home)


def _unpack(packed: bytes, home: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(home, filter="data")
