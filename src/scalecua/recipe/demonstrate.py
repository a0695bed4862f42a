"""Demonstrations: reference solutions played on live desktops, kept once the judge found them right."""

import asyncio
import time
import uuid
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from scalecua.config.tree import Config
from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import DesktopError, TaskError
from scalecua.core.failure import Failure
from scalecua.core.judge import Judge
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.recipe import assemble
from scalecua.recipe.tasks import training
from scalecua.rollout.play import play
from scalecua.rollout.reference import ReferenceAgent
from scalecua.store.sql import SqlStore
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.run import kept

TRIES = 3
LOST_SHARE = 0.02
DETOUR_TURNS = 4


def missing(config: Config, recorded: Sequence[Task]) -> list[tuple[Task, int]]:
    """The tasks still to demonstrate, with a seed each: the variants of each template in turn."""
    warmup = config.warmup
    if warmup.variants is not None:
        config = config.model_copy(
            update={"tasks": config.tasks.model_copy(update={"variants": warmup.variants})}
        )
    have = Counter(task.record for task in recorded)
    variants: dict[str, list[Task]] = {}
    for task in training(config):
        variants.setdefault(task.record, []).append(task)
    return [
        (tasks[number % len(tasks)], zlib.crc32(f"{config.seed}/{record}/{number}".encode()))
        for number in range(warmup.demonstrations)
        for record, tasks in variants.items()
        if number >= have[record]
    ]


async def record(
    config: Config,
    store: SqlStore,
    pool: DesktopPool,
    wanted: Sequence[tuple[Task, int]],
    tell: Callable[[int], None],
) -> list[str]:
    """Record the demonstrations of `wanted`; `tell(done)` after each. Returns why some were given up.

    Each has TRIES; TaskError once more than LOST_SHARE of all are given up.
    """
    slots = asyncio.Semaphore(config.desktop.count)
    done, lost = 0, list[str]()

    async def one(task: Task, seed: int) -> None:
        nonlocal done
        async with slots:
            try:
                ended = await _demonstration(config, store, pool, judge, task, seed)
                await store.add_demonstration(ended, task)
            except TaskError as error:
                lost.append(str(error))
                if len(lost) > LOST_SHARE * len(wanted):
                    raise
        done += 1
        tell(done)

    async with kept() as run, asyncio.TaskGroup() as group:
        judge = OSWorldJudge(store.blobs, run)
        for task, seed in wanted:
            group.create_task(one(task, seed))
    return lost


async def _demonstration(
    config: Config, store: SqlStore, pool: DesktopPool, judge: Judge, task: Task, seed: int
) -> Trajectory:
    reason = ""
    for _ in range(TRIES):
        try:
            async with pool.lease(task.snapshot) as desktop:
                ended = await play(
                    task,
                    desktop,
                    ReferenceAgent(slip=config.warmup.slips),
                    blobs=store.blobs,
                    judge=judge,
                    lease=_lease(config, task, seed),
                    settle_s=config.desktop.settle_s,
                    reward=config.reward,
                    limit_s=config.rollout.episode_timeout_s,
                    trees=True,
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


def _lease(config: Config, task: Task, seed: int) -> Lease:
    name = uuid.uuid4().hex
    expires = time.time() + config.rollout.episode_timeout_s
    turns = task.max_turns + DETOUR_TURNS
    return Lease(name, task, name, 0, "demonstration", seed, turns, assemble.sampling(config), expires)
