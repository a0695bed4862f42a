"""The home template: what the first start of every application leaves behind, made once when they are built.

First-run dialogs and slow first starts stay in the build.
"""

import asyncio
import io
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scalecua.config.desktop import DesktopSection
from scalecua.core.desktop import Desktop
from scalecua.core.errors import DesktopError
from scalecua.desktop.bubblewrap import Bubblewrap
from scalecua.desktop.catalogue import READY_S, Application, of, ready
from scalecua.desktop.pool import LocalPool

# A first start rebuilds caches of its own, on a machine that may be busy.
FIRST_S = 3 * READY_S
END_S = 15
# Locks and caches: they name what has ended, or are quicker made than copied to every desktop.
LEFT_OUT = (
    *("Singleton*", "lock", ".parentlock", "*.lock", ".~lock*", "*.pid"),
    *("Cache", "Code Cache", "*ShaderCache", "GPUCache", "Dawn*Cache", "startupCache", "cache2"),
    *("Crash Reports", "Crashpad", "BrowserMetrics*", "component_crx_cache"),
)
# Started in a session of its own, by which all that it started is found.
RUN = 'echo $$ > /tmp/session; exec "$@"'
END = f"""
session=$(cat /tmp/session)
gone() {{
    for _ in $(seq {END_S * 10}); do pgrep -s "$session" > /dev/null || return 0; sleep 0.1; done
    return 1
}}
gone || {{ pkill -TERM -s "$session"; gone; }} || pkill -KILL -s "$session"
true
"""


async def make(tree: Path, apps: str, progress: Callable[[str], Any]) -> None:
    """Start every application of a group once on a desktop of this system, and keep what they wrote."""
    applications = [one for one in of(apps) if one.home]
    if not applications:
        return
    section = DesktopSection(apps=apps, count=1, memory_mb=4096, home_mb=1024)
    async with LocalPool(section, Bubblewrap(section, tree)) as pool, pool.lease("default") as desktop:
        for one in applications:
            progress(f"starting {one.name} for the first time")
            await _once(desktop, one)
        folders = sorted({folder for one in applications for folder in one.home})
        await _keep(desktop, folders, tree / "opt/scalecua/home")


async def _once(desktop: Desktop, application: Application) -> None:
    """Start it, let it settle, close its windows, and see it end."""
    await desktop.launch(["setsid", "sh", "-c", RUN, "sh", *application.command])
    await ready(desktop, application, timeout_s=FIRST_S)
    asked = {"window_name": application.wm_class, "by_class": True}
    await desktop.request("/setup/close_window", asked)
    await desktop.execute(["sh", "-c", END], timeout_s=4 * END_S)


async def _keep(desktop: Desktop, folders: list[str], home: Path) -> None:
    """Copy folders of the desktop's home into the template."""
    left_out = " ".join(f"'--exclude={name}'" for name in LEFT_OUT)
    script = (
        f"cd /home/user && tar -c -f /tmp/home.tar {left_out} -- $(ls -d {' '.join(folders)} 2> /dev/null)"
    )
    done = await desktop.execute(["sh", "-c", script], timeout_s=60)
    if done.returncode:
        raise DesktopError(f"cannot keep the home of the applications: {done.error}")
    packed = await desktop.read("/tmp/home.tar")
    await asyncio.to_thread(_unpack, packed, home)


def _unpack(packed: bytes, home: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(home, filter="data")
