"""Attack many tasks on a pool of desktops, going on where an earlier call was ended."""

import asyncio
import functools
from collections.abc import Callable, Sequence
from pathlib import Path

from scalecua.core.desktop import DesktopPool
from scalecua.core.errors import ScaleCUAError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.lint import problems
from scalecua.tasks.sandbox.live import Limits
from scalecua.tasks.sandbox.run import USUAL, kept, run
from scalecua.verify.attack import Outcome
from scalecua.verify.diagnosis import Finding
from scalecua.verify.journal import Journal
from scalecua.verify.prove import SEEDS, Ground, Proof, prove


async def attack(
    tasks: Sequence[Task],
    pool: DesktopPool,
    folder: Path,
    *,
    parallel: int,
    assets: Assets,
    on_proof: Callable[[Task, Proof], None],
    limits: Limits = USUAL,
) -> list[Proof]:
    """A proof of each task, in their order; `folder` keeps what was found out, and the files it is about.

    `limits` are those of one judgement.
    """
    blobs = FileBlobs(folder / "blobs")
    async with kept(limits) as run_metrics:
        ground = Ground(
            pool,
            asyncio.Semaphore(parallel),
            OSWorldJudge(blobs, run_metrics, alone=functools.partial(run, limits=limits)),
            [_shuffled(blobs, limits, seed) for seed in SEEDS],
            blobs,
            assets,
        )
        # Twice as many tasks at a time as desktops: some judge while others play.
        open_tasks = asyncio.Semaphore(2 * parallel)

        async def one(task: Task) -> Proof:
            async with open_tasks:
                proof = await _proof(task, ground, folder)
            on_proof(task, proof)
            return proof

        async with asyncio.TaskGroup() as group:
            running = [group.create_task(one(task)) for task in tasks]
    return [done.result() for done in running]


async def _proof(task: Task, ground: Ground, folder: Path) -> Proof:
    """A task that is wrong on paper gets no desktop."""
    if told := problems(task):
        return _unproven(task, "; ".join(problem.text for problem in told))
    if "solution" not in task.metadata:
        return _unproven(task, "it has no reference solution; add solution.json")
    try:
        return await prove(task, ground, Journal(folder / "journal", task))
    except ScaleCUAError as error:
        return _unproven(task, str(error))


def _unproven(task: Task, reason: str) -> Proof:
    outcome = Outcome("reference", "on paper", None, Failure.JUDGE, reason, 0.0)
    return Proof(task.id, (outcome,), (Finding("crashes", ("on paper",), reason),), 0.0)


def _shuffled(blobs: FileBlobs, limits: Limits, seed: int) -> OSWorldJudge:
    other = functools.partial(run, limits=limits, seed=seed)
    return OSWorldJudge(blobs, other, alone=other)
