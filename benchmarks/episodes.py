"""What an episode of the starter pool costs, in seconds and in seconds of CPU, played by the reference agent.

The desktops are the demo's. Starting, judging and resetting count once an episode, acting and looking once a
turn; CPU is that of a desktop's processes and of this one, without the desktops' first start.
"""

import argparse
import asyncio
import functools
import json
import os
import statistics
import sys
import tempfile
import time
import uuid
from collections import defaultdict
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from scalecua.config.desktop import DesktopSection
from scalecua.config.load import load
from scalecua.core.completion import Sampling
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.desktop.client import GuestDesktop
from scalecua.desktop.pool import LocalPool
from scalecua.desktop.process import with_arguments
from scalecua.rollout.play import play, unrewarded
from scalecua.rollout.reference import ReferenceAgent
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.run import kept
from scalecua.tasks.starter import tasks

DEMO = Path(__file__).parent.parent / "configs" / "demo.toml"
LIMIT_S = 120.0
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Figures:
    """Seconds by part, CPU seconds by template, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    cpu_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wall_s: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lost: list[str] = field(default_factory=list)
    desktops: set[str] = field(default_factory=set)

    def take(self, ended: Trajectory) -> None:
        """Count one episode's parts."""
        self.seconds["start"].append(ended.timings["setup"])
        self.seconds["judge"].append(ended.timings.get("judge", 0.0))
        for turn in ended.turns:
            self.seconds["screenshot"].append(turn.timings.observe)
            if turn.results:
                self.seconds["act"].append(turn.timings.act)
        if ended.verdict is None or ended.verdict.score < 1:
            self.lost.append(f"{ended.task_id}: {ended.status.value} {ended.detail or ended.verdict}")


async def measure(desktops: int, variants: int, reset: str) -> dict[str, float]:
    """Every figure; all desktops are started, and one episode is played on each, before time counts."""
    config = load([DEMO], [f"desktop.snapshots.default.reset={reset}", f"desktop.count={desktops}"])
    chosen = tasks("train", variants, config.seed)
    with tempfile.TemporaryDirectory() as folder:
        blobs = FileBlobs(Path(folder))
        async with LocalPool(config.desktop) as pool:
            async with AsyncExitStack() as stack:
                await asyncio.gather(
                    *(stack.enter_async_context(pool.lease("default")) for _ in range(desktops))
                )
            figures, began, own = Figures(), time.perf_counter(), time.process_time()
            await _play_all(chosen, pool, blobs, config.desktop, figures)
            wall, own = time.perf_counter() - began, time.process_time() - own
    return _summary(figures, len(chosen), wall, own)


async def _play_all(
    chosen: tuple[Task, ...], pool: LocalPool, blobs: FileBlobs, section: DesktopSection, figures: Figures
) -> None:
    """Play template after template in turns, as a mixed batch would."""
    waiting = sorted(chosen, key=lambda task: str(task.metadata["variant"]))

    async def serve() -> None:
        while waiting:
            task = waiting.pop(0)
            async with pool.lease(task.snapshot) as desktop:
                figures.desktops.add(desktop.id)
                before, began = _cpu_s(_root(desktop.id)), time.perf_counter()
                figures.take(await _episode(task, desktop, blobs, judge, section.settle_s))
                ended = time.perf_counter()
            template = str(task.metadata["template"])
            figures.seconds["reset"].append(time.perf_counter() - ended)
            figures.wall_s[template].append(time.perf_counter() - began)
            if (after := _cpu_s(_root(desktop.id))) > 0:
                figures.cpu_s[template].append(after - before)

    async with kept() as run, asyncio.TaskGroup() as group:
        judge = OSWorldJudge(blobs, run)
        for _ in range(section.count):
            group.create_task(serve())


async def _episode(
    task: Task, desktop: GuestDesktop, blobs: FileBlobs, judge: OSWorldJudge, settle_s: float
) -> Trajectory:
    name = uuid.uuid4().hex
    sampling = Sampling(temperature=0.0, max_tokens=1)
    lease = Lease(name, task, name, 0, "demonstration", 0, task.max_turns, sampling, time.time() + LIMIT_S)
    return await play(
        task,
        desktop,
        ReferenceAgent(),
        blobs=blobs,
        judge=judge,
        lease=lease,
        settle_s=settle_s,
        reward=unrewarded,
        limit_s=LIMIT_S,
    )


@functools.cache
def _root(desktop: str) -> int:
    """The first process of a sandbox: the one that has the lowest pid of those that bear its name."""
    return min(with_arguments("--setenv", "SCALECUA_DESKTOP", desktop))


def _cpu_s(pid: int) -> float:
    """CPU seconds of a process, of those below it and of those that have been; 0 once it is gone."""
    fields = _read(Path(f"/proc/{pid}/stat")).rpartition(")")[2].split()
    if not fields:
        return 0.0
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    below = [int(child) for children in threads for child in _read(children).split()]
    return sum(map(int, fields[11:15])) / TICKS + sum(map(_cpu_s, below))


def _read(path: Path) -> str:
    """What a file of /proc says, nothing once its process or thread has gone."""
    try:
        return path.read_text()
    except OSError:
        return ""


def _summary(figures: Figures, episodes: int, wall_s: float, own_s: float) -> dict[str, float]:
    found = {
        "episodes_per_minute": round(episodes / wall_s * 60, 1),
        "episodes": episodes,
        "lost": len(figures.lost),
        "desktops_used": len(figures.desktops),
    }
    for line in figures.lost:
        print(line, file=sys.stderr)
    for part in ("start", "act", "screenshot", "judge", "reset"):
        found[f"{part}_s_p50"] = round(statistics.median(figures.seconds[part]), 4)
    found["host_cpu_s_per_episode"] = round(own_s / episodes, 4)
    # Known of desktops that are reset; one that is destroyed takes its account with it.
    if inside := [seconds for several in figures.cpu_s.values() for seconds in several]:
        found["cpu_s_per_episode"] = round(statistics.mean(inside) + own_s / episodes, 4)
    for template, several in figures.wall_s.items():
        found[f"{template}_s_p50"] = round(statistics.median(several), 4)
    for template, several in figures.cpu_s.items():
        found[f"{template}_cpu_s"] = round(statistics.mean(several), 4)
    return found


def main() -> None:
    """Print the figures, as one JSON object with --json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--desktops", type=int, default=8)
    parser.add_argument("--variants", type=int, default=8, help="episodes of each template")
    parser.add_argument("--reset", choices=("clients", "recreate"), default="clients")
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked.desktops, asked.variants, asked.reset))
    print(json.dumps(figures) if asked.json else "\n".join(f"{k:24} {v}" for k, v in figures.items()))


if __name__ == "__main__":
    main()
