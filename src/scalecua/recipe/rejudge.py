"""Judge kept final states again, after a judge changed: which verdicts and rewards would be others?"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scalecua.core.errors import JudgeError
from scalecua.core.judge import Judge
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory
from scalecua.core.verdict import Verdict
from scalecua.store.sql import SqlStore
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.run import kept

Reward = Callable[[Status, Verdict], float | None]
CHUNK = 64


@dataclass(frozen=True, slots=True)
class Flip:
    """A trajectory whose score is another now, with the rewards that the scores earn and the new reason."""

    trajectory: str
    task: str
    score_before: float
    score: float
    reward_before: float | None
    reward: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Rejudged:
    """How many trajectories were judged again, which flipped, and failures of the judge by class."""

    judged: int
    flips: tuple[Flip, ...]
    failures: Mapping[str, int]


async def rejudge(
    store: SqlStore,
    reward: Reward,
    replaced: Mapping[str, Task],
    *,
    on_judged: Callable[[int], None] = lambda count: None,
) -> Rejudged:
    """Judge every scored trajectory again, as its own task says, or the one of its id in `replaced`.

    Nothing in the store changes: what was trained on stays what it was.
    """
    flips, failures, judged = [], Counter[str](), 0
    ids = await store.scored()
    async with kept() as run:
        judge = OSWorldJudge(store.blobs, run)
        for at in range(0, len(ids), CHUNK):
            found = await store.trajectories(ids[at : at + CHUNK])
            for one in await _all(judge, store, tuple(found.values()), reward, replaced):
                judged += 1
                if isinstance(one, JudgeError):
                    failures[one.failure.value if one.failure else "unclassed"] += 1
                elif one is not None:
                    flips.append(one)
            on_judged(judged)
    return Rejudged(judged, tuple(flips), dict(failures))


async def _all(
    judge: Judge,
    store: SqlStore,
    trajectories: Sequence[Trajectory],
    reward: Reward,
    replaced: Mapping[str, Task],
) -> list[Flip | JudgeError | None]:
    places = asyncio.Semaphore(os.cpu_count() or 1)

    async def one(trajectory: Trajectory) -> Flip | JudgeError | None:
        task = replaced.get(trajectory.task_id) or await store.task(trajectory.task_id)
        async with places:
            return await _one(judge, task, trajectory, reward)

    return await asyncio.gather(*(one(trajectory) for trajectory in trajectories))


async def _one(judge: Judge, task: Task, trajectory: Trajectory, reward: Reward) -> Flip | JudgeError | None:
    """The flip, None where the score is what it was, or why there is no new verdict."""
    final, before = trajectory.final_state, trajectory.verdict
    assert final is not None
    assert before is not None
    try:
        verdict = await judge(task, final)
    except JudgeError as error:
        return error
    if verdict.score == before.score:
        return None
    return Flip(
        trajectory=trajectory.id,
        task=task.id,
        score_before=before.score,
        score=verdict.score,
        reward_before=trajectory.reward,
        reward=reward(final.status, verdict),
        reason=verdict.reason,
    )
