"""Prove tasks: the untouched start must score 0, the reference solution 1."""

import asyncio
import time
from collections.abc import Callable, Sequence

from scalecua.core.agent import Agent
from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.core.judge import Judge
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.rollout.once import play_once
from scalecua.rollout.reference import ReferenceAgent
from scalecua.rollout.scripted import NullAgent
from scalecua.tasks.assets import Assets
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.lint import problems
from scalecua.tasks.sandbox.run import kept
from scalecua.verify.check import Check

PROOFS: tuple[tuple[str, Callable[[], Agent], float], ...] = (
    ("null", NullAgent, 0.0),
    ("reference", ReferenceAgent, 1.0),
)
TRIES = 2
SETTLE_S = 1.0
LIMIT_S = 300.0


async def verify(
    tasks: Sequence[Task],
    pool: DesktopPool,
    blobs: Blobs,
    *,
    parallel: int,
    on_result: Callable[[Check], None],
    assets: Assets | None = None,
) -> list[Check]:
    """Every proof of every task, each on a fresh desktop, in the order of the tasks.

    Files by URL come from `assets`, unless told the cache and the network.

    An infrastructure failure is tried once more. A task that is wrong on paper gets no desktop.
    """
    slots, files = asyncio.Semaphore(parallel), assets or Assets()

    async def proved(task: Task, agent: str, new: Callable[[], Agent], expected: float) -> Check:
        async with slots:
            check = await _proof(task, pool, blobs, files, judge, agent, new, expected)
        on_result(check)
        return check

    async with kept() as run, asyncio.TaskGroup() as group:
        judge = OSWorldJudge(blobs, run)
        running = [group.create_task(proved(task, *proof)) for task in tasks for proof in PROOFS]
    return [done.result() for done in running]


async def _proof(
    task: Task,
    pool: DesktopPool,
    blobs: Blobs,
    assets: Assets,
    judge: Judge,
    agent: str,
    new: Callable[[], Agent],
    expected: float,
) -> Check:
    began = time.monotonic()
    score, failure, reason = None, None, "; ".join(problem.text for problem in problems(task))
    for _ in range(0 if reason else TRIES):
        score, failure, reason = await _episode(task, pool, blobs, assets, judge, new())
        if failure is None:
            break
    template = str(task.metadata.get("template", ""))
    return Check(task.id, template, agent, expected, score, failure, reason, time.monotonic() - began)


async def _episode(
    task: Task, pool: DesktopPool, blobs: Blobs, assets: Assets, judge: Judge, agent: Agent
) -> tuple[float | None, Failure | None, str]:
    """Score, failure and reason of one episode on a fresh desktop."""
    try:
        ended = await play_once(
            task,
            pool,
            agent,
            blobs=blobs,
            judge=judge,
            settle_s=SETTLE_S,
            limit_s=LIMIT_S,
            assets=assets,
        )
    except ScaleCUAError as error:
        return None, error.failure or Failure.START, str(error)
    return (ended.verdict.score if ended.verdict else None), ended.failure, _reason(ended)


def _reason(ended: Trajectory) -> str:
    """How the episode ended, what the judge said, and what went wrong on the way."""
    if ended.verdict is None:
        return ended.detail
    errors = [turn.error for turn in ended.turns if turn.error is not None]
    told = [f"ended {ended.status.value}", ended.verdict.reason, *dict.fromkeys(errors)]
    return "; ".join(part for part in told if part)
