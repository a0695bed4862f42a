"""A whole run on this machine: a rollout worker and a learner as processes, kept going until the report."""

import asyncio
from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from scalecua.config.tree import Config
from scalecua.desktop.reap import reap
from scalecua.launch.moment import Observer
from scalecua.launch.progress import show
from scalecua.launch.supervise import Child, keep_running
from scalecua.recipe import assemble, evaluation, report
from scalecua.recipe.clock import Clock
from scalecua.recipe.events import Events
from scalecua.recipe.folder import RunFolder, locked
from scalecua.recipe.initial import prepare
from scalecua.recipe.present import present
from scalecua.recipe.tasks import check_snapshots, training
from scalecua.store.sql import SqlStore


async def train_locally(config: Config, root: Path) -> None:
    """Evaluate, train, evaluate again and write the report; whatever a kill interrupted goes on."""
    folder = RunFolder(root)
    check_snapshots(config)
    console = Console(stderr=True)
    with locked(root):
        if folder.report.exists():
            _say(console, f"this run is finished: {folder.report}")
            return
        reap()
        store = assemble.store(config, folder)
        if not await evaluation.measured(config, store):
            await _work(config, folder, store, console)
        _say(console, "writing the report")
        await present(config, folder, store)
        _say(console, f"report: {folder.report}\nfor people: {folder.page}")


async def _work(config: Config, folder: RunFolder, store: SqlStore, console: Console) -> None:
    """Everything until the last evaluation is played, with what watches it."""
    await store.abandon_all()
    await store.add_tasks(training(config))
    first = prepare(config, folder)
    await store.publish_initial(str(first.path), first.sha256)
    worker = _child(config, folder, "worker", str(folder.root), "worker-0")
    clock, events = Clock(folder.clock), Events(config, folder, store)
    observer = Observer(config, folder, store, clock)
    async with asyncio.TaskGroup() as group:
        background = [
            group.create_task(_forever(keep_running(worker, store.abandon_all))),
            group.create_task(show(observer.look, folder.root.name, console)),
            group.create_task(events.follow()),
            group.create_task(clock.tick()),
        ]
        try:
            await _script(config, folder, store, console)
            await events.write()
        finally:
            clock.keep()
            for task in background:
                task.cancel()


async def _script(config: Config, folder: RunFolder, store: SqlStore, console: Console) -> None:
    ordered = await evaluation.order(config, store, "before", 0)
    _say(console, f"evaluating before training: {_episodes(ordered)}")
    _tell(console, await evaluation.played(config, store, "before"), "before")
    size = f"{config.rollout.batch} groups of {config.rollout.n} rollouts"
    _say(console, f"training: {config.learner.iterations} updates of {size}")
    await keep_running(_child(config, folder, "learner", str(folder.root)), _nothing)
    _say(console, report.stopped(folder) or "training is done")
    newest = await assemble.newest(store)
    ordered = await evaluation.order(config, store, "after", newest.version)
    _say(console, f"evaluating version {newest.version}: {_episodes(ordered)}")
    _tell(console, await evaluation.played(config, store, "after"), "after")


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


def _say(console: Console, text: str) -> None:
    console.print(text, highlight=False, soft_wrap=True, markup=False)


def _episodes(ordered: Mapping[str, int]) -> str:
    return f"{sum(ordered.values())} episodes in {len(ordered)} evaluations"


def _tell(console: Console, found: Mapping[str, Mapping[str, Any]], when: evaluation.When) -> None:
    for kind in evaluation.KINDS:
        rate = found.get(kind.evaluation(when), {"success": {"n": 0}})["success"]
        if rate["n"]:
            interval = f"[{rate['low']:.2f}, {rate['high']:.2f}]"
            _say(console, f"  {kind.label}: {rate['mean']:.2f} {interval}, n = {rate['n']}")
