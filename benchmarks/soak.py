"""Desktops lent and given back over and over while parts of them are killed: is anything left behind?

Every worker leases, types, looks and gives back. Meanwhile a saboteur kills guest servers, X servers,
applications and whole sandboxes with SIGKILL, and at the end the process that holds the pool. Counted are
leases that did not end, failures by class, and what is left of all desktops once the reaper has been.
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil

from scalecua.config.desktop import DesktopSection
from scalecua.core.action import Type
from scalecua.core.errors import DesktopError
from scalecua.desktop import cgroups
from scalecua.desktop.cache import runtime_dir
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.reap import reap

VICTIMS = ("guest", "Xvfb", "xterm", "openbox", "dbus-daemon", "bwrap")
PAUSE_S = 0.4
DESKTOPS = 8
GONE_S = 15.0


class Soak:
    """What happened, filled by the workers."""

    def __init__(self, cycles: int) -> None:
        self.left = cycles
        self.ended = 0
        self.failures: Counter[str] = Counter()
        self.kills: Counter[str] = Counter()

    async def worker(self, pool: LocalPool) -> None:
        """Cycles until none are left to do."""
        while self.left > 0:
            self.left -= 1
            try:
                async with pool.lease("default") as desktop:
                    await desktop.launch(["xterm"])
                    await desktop.act(Type("soak"), key=str(self.left), settle_s=0.0)
                    await desktop.screenshot()
            except DesktopError as error:
                self.failures[error.failure.value if error.failure else "unclassed"] += 1
            self.ended += 1

    async def saboteur(self) -> None:
        """Kill some process of some desktop, again and again."""
        while True:
            await asyncio.sleep(PAUSE_S * random.random())
            victim = await asyncio.to_thread(_victim, random.choice(VICTIMS))
            if victim is not None:
                self.kills[victim] += 1


def _victim(kind: str) -> str | None:
    """Kill one process of this kind below us; its kind, or None if there is none."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            line = process.cmdline()
            if process.name() == kind or (
                kind == "guest" and "guest" in line and process.name() == "python3"
            ):
                found.append(process)
        except psutil.Error:
            continue
    if not found:
        return None
    try:
        random.choice(found).kill()
    except psutil.Error:
        return None
    return kind


async def cycles(count: int, sabotage: bool) -> dict[str, object]:
    """Run the cycles; what came of them."""
    soak, began = Soak(count), time.perf_counter()
    section = DesktopSection(count=DESKTOPS, call_timeout_s=20)
    async with LocalPool(section) as pool:
        saboteur = asyncio.create_task(soak.saboteur()) if sabotage else None
        await asyncio.gather(*(soak.worker(pool) for _ in range(DESKTOPS)))
        if saboteur is not None:
            saboteur.cancel()
        tally = pool.tally
    return {
        "cycles": count,
        "leases_lost": count - soak.ended,
        "failures": dict(soak.failures),
        "start_failures": dict(tally.failures),
        "kills": dict(soak.kills),
        "seconds": round(time.perf_counter() - began, 1),
    }


def killed_parent() -> dict[str, object]:
    """Run cycles in a process of its own and kill it in their midst; what is left after the reaper."""
    with subprocess.Popen([sys.executable, "-m", "benchmarks.soak", "--cycles", "100000"]) as parent:
        time.sleep(6)
        family = psutil.Process(parent.pid).children(recursive=True)
        parent.kill()
    psutil.wait_procs(family, GONE_S)
    reaped = reap()
    return {"parent_killed_with": len(family), "parent_reaped": reaped, **left(family)}


def left(family: list[psutil.Process]) -> dict[str, int]:
    """Processes, mounts, control groups and run folders that outlived their desktops."""
    groups = [group for one in cgroups.available() for group in one.folder.glob(f"{cgroups.PREFIX}*")]
    folders = list(runtime_dir().iterdir()) if runtime_dir().exists() else []
    mounts = [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if "scalecua" in line]
    desktops = [p for p in psutil.process_iter(["name"]) if p.info["name"] in ("bwrap", "Xvfb")]
    return {
        "processes_left": sum(process.is_running() for process in family) + len(desktops),
        "mounts_left": len(mounts),
        "groups_left": len(groups),
        "folders_left": len(folders),
    }


def main() -> None:
    """Print the figures, as one JSON object with --json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cycles", type=int, default=1000)
    parser.add_argument("--all", action="store_true", help="also with kills, and the parent killed")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures: dict[str, object] = asyncio.run(cycles(asked.cycles, sabotage=False))
    if asked.all:
        soak = asyncio.run(cycles(asked.cycles // 2, sabotage=True))
        figures |= {f"sabotaged_{name}": value for name, value in soak.items()}
        figures |= killed_parent()
    print(json.dumps(figures) if asked.json else "\n".join(f"{k:26} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
