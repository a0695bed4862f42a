"""Warm start: reference solutions recorded on live desktops, then imitation of them."""

import asyncio
import time
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from scalecua.config.dump import to_toml
from scalecua.config.tree import Config
from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import ConfigError, DesktopError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.desktop.pool import LocalPool
from scalecua.policy.model import create
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder, locked, write_atomically
from scalecua.recipe.tasks import training
from scalecua.rollout.play import play
from scalecua.rollout.reference import ReferenceAgent
from scalecua.store.sql import SqlStore
from scalecua.tasks.judge import OSWorldJudge
from scalecua.train.imitation import Imitation, Progress, imitate

WARM = "warm"
TRIES = 3
Say = Callable[[str], None]


async def warm_up(config: Config, root: Path, say: Say) -> None:
    """Record what demonstrations are missing, imitate them, and write `checkpoints/warm` into the run.

    A run whose checkpoint is there is finished; one that was interrupted while recording goes on.
    ConfigError if the folder holds a warm start of another configuration.
    """
    folder = RunFolder(root)
    with locked(root):
        _claim(config, folder)
        target = folder.checkpoints / WARM
        if target.exists():
            say(f"{target} is there already")
            return
        store = assemble.store(config, folder)
        wanted = _missing(config, [task for task, _ in await store.demonstrations()])
        if wanted:
            say(f"recording {len(wanted)} demonstrations on {config.desktop.count} desktops")
            async with LocalPool(config.desktop) as pool:
                await _record(config, store, pool, wanted, say)
        await asyncio.to_thread(_imitate, config, folder, await store.demonstrations(), say)
        say(f"warm start: {target}")


def _claim(config: Config, folder: RunFolder) -> None:
    text = to_toml(config)
    if not folder.config.exists():
        write_atomically(folder.config, text)
    elif folder.config.read_text(encoding="utf-8") != text:
        raise ConfigError(f"{folder.root} holds a warm start of another configuration; choose another --run")


def _missing(config: Config, recorded: Sequence[Task]) -> list[Task]:
    """The tasks still to demonstrate: the variants of each template in turn, as often as it takes."""
    have = Counter(task.record for task in recorded)
    variants: dict[str, list[Task]] = {}
    for task in training(config):
        variants.setdefault(task.record, []).append(task)
    return [
        tasks[number % len(tasks)]
        for number in range(config.warmup.demonstrations)
        for record, tasks in variants.items()
        if number >= have[record]
    ]


async def _record(
    config: Config, store: SqlStore, pool: DesktopPool, wanted: Sequence[Task], say: Say
) -> None:
    slots = asyncio.Semaphore(config.desktop.count)
    began, done = time.monotonic(), 0

    async def one(task: Task) -> None:
        nonlocal done
        async with slots:
            await store.add_demonstration(await _demonstration(config, store, pool, task), task)
        done += 1
        if done % 16 == 0 or done == len(wanted):
            pace = 60 * done / (time.monotonic() - began)
            say(f"  {done}/{len(wanted)} demonstrations, {pace:.0f} a minute")

    async with asyncio.TaskGroup() as group:
        for task in wanted:
            group.create_task(one(task))


async def _demonstration(config: Config, store: SqlStore, pool: DesktopPool, task: Task) -> Trajectory:
    """A reference solution that the judge found right; TaskError after TRIES that it did not."""
    judge = OSWorldJudge(store.blobs)
    reason = ""
    for _ in range(TRIES):
        try:
            async with pool.lease(task.snapshot) as desktop:
                ended = await play(
                    task,
                    desktop,
                    ReferenceAgent(),
                    blobs=store.blobs,
                    judge=judge,
                    lease=_lease(config, task),
                    settle_s=config.desktop.settle_s,
                    reward=config.reward,
                    limit_s=config.rollout.episode_timeout_s,
                )
        except DesktopError as error:
            reason = str(error)
            continue
        if ended.verdict is not None and ended.verdict.score >= config.rollout.success:
            return replace(ended, origin="demonstration")
        reason = ended.detail or (ended.verdict.reason if ended.verdict else "")
    raise TaskError(
        f"the reference solution of {task.id} failed {TRIES} times: {reason}", failure=Failure.SETUP
    )


def _lease(config: Config, task: Task) -> Lease:
    name = uuid.uuid4().hex
    expires = time.time() + config.rollout.episode_timeout_s
    return Lease(name, task, name, 0, "demonstration", 0, task.max_turns, assemble.sampling(config), expires)


def _imitate(
    config: Config, folder: RunFolder, recorded: Sequence[tuple[Task, Trajectory]], say: Say
) -> None:
    base = folder.checkpoints / "base"
    if not base.exists():
        folder.checkpoints.mkdir(parents=True, exist_ok=True)
        low, high = config.policy.min_pixels, config.policy.max_pixels
        create(base, seed=config.seed, min_pixels=low, max_pixels=high)
    warmup = config.warmup

    def tell(progress: Progress) -> None:
        held_out = "" if progress.held_out_loss is None else f", held out {progress.held_out_loss:.3f}"
        say(f"  step {progress.step}, {progress.seconds:.0f} s: loss {progress.loss:.3f}{held_out}")

    say(f"imitating {len(recorded)} demonstrations for at most {warmup.seconds:.0f} s")
    imitate(
        base,
        folder.checkpoints / WARM,
        [(task.instruction, trajectory) for task, trajectory in recorded],
        family=assemble.family(config, base),
        segmentation=config.segmentation,
        blobs=assemble.blobs(config, folder),
        options=Imitation(
            steps=warmup.steps,
            seconds=warmup.seconds,
            batch=warmup.batch,
            lr=warmup.lr,
            threads=config.learner.threads,
            seed=config.seed,
        ),
        progress=tell,
    )
