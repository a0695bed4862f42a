"""A whole run on this machine: a rollout worker and a learner as processes, kept going until the report."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console

from scalecua.config.tree import Config
from scalecua.desktop.reap import reap
from scalecua.launch.progress import clock, show
from scalecua.launch.supervise import Child, keep_running
from scalecua.recipe import assemble, report
from scalecua.recipe.evaluation import evaluate
from scalecua.recipe.folder import RunFolder, locked
from scalecua.recipe.initial import prepare
from scalecua.recipe.tasks import check_snapshots, training
from scalecua.store.progress import Counts
from scalecua.store.sql import SqlStore


async def train_locally(config: Config, root: Path) -> None:
    """Evaluate, train, evaluate again and write the report; whatever a kill interrupted goes on."""
    folder = RunFolder(root)
    check_snapshots(config)
    console = Console(stderr=True)
    with locked(root):
        if folder.report.exists():
            console.print(f"this run is finished: {folder.report}", highlight=False, soft_wrap=True)
            return
        reap()
        store = assemble.store(config, folder)
        await store.abandon_all()
        await store.add_tasks(training(config))
        first = prepare(config, folder)
        await store.publish_initial(str(first.path), first.sha256)
        worker = _child(config, folder, "worker", str(root), "worker-0")
        async with asyncio.TaskGroup() as group:
            background = [
                group.create_task(_forever(keep_running(worker, store.abandon_all))),
                group.create_task(show(store.counts, _line(config), console)),
            ]
            try:
                await _script(config, folder, store, console)
            finally:
                for task in background:
                    task.cancel()


async def _script(config: Config, folder: RunFolder, store: SqlStore, console: Console) -> None:
    started = time.monotonic()
    evaluations = await evaluate(config, store, "before", 0)
    _say(console, "before training", evaluations)
    learner = _child(config, folder, "learner", str(folder.root))
    await keep_running(learner, _nothing)
    newest = await assemble.newest(store)
    evaluations |= await evaluate(config, store, "after", newest.version)
    _say(console, "after training", evaluations)
    finished = report.build(
        config,
        evaluations,
        asdict(await store.counts()),
        report.read_updates(folder),
        time.monotonic() - started,
    )
    report.write(folder, finished)
    console.print(f"report: {folder.report}", highlight=False, soft_wrap=True)


def _child(config: Config, folder: RunFolder, name: str, *arguments: str) -> Child:
    return Child(
        name,
        [name, *arguments],
        log=folder.log(name),
        pulse=folder.pulse(name),
        restarts=config.launch.restarts,
        silence_s=config.launch.silence_s,
    )


async def _nothing() -> None:
    """A learner leaves nothing to recover: it redoes the update it was in."""


async def _forever(running: Awaitable[None]) -> None:
    """A worker that ends by itself has nothing left to serve; wait for the script to end the run."""
    await running
    await asyncio.Event().wait()


def _line(config: Config) -> Callable[[Counts, float], str]:
    """The progress line: time, updates, rollouts, failures, desktops at work."""

    def line(counts: Counts, seconds: float) -> str:
        ended = sum(counts.trajectories.values()) - counts.trajectories.get("failed", 0)
        failed = sum(counts.failures.values())
        held, waiting = counts.leases.get("held", 0), counts.leases.get("open", 0)
        return (
            f"{clock(seconds)}  update {counts.updates}/{config.learner.iterations}  "
            f"rollouts {ended} ({failed} failures)  desktops {held}/{config.desktop.count} busy  "
            f"{waiting} leases waiting"
        )

    return line


def _say(console: Console, when: str, evaluations: Mapping[str, Mapping[str, Any]]) -> None:
    for name, found in evaluations.items():
        success = found["success"]
        if when.split()[0] in name and success["n"]:
            kind = "greedy" if name.endswith("greedy") else "sampled"
            console.print(
                f"{when}, {kind}: success {success['mean']:.2f} "
                f"[{success['low']:.2f}, {success['high']:.2f}], n = {success['n']}",
                highlight=False,
            )
