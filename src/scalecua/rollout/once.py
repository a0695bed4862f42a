"""One episode outside any run: a fresh desktop, a lease of its own, and no reward."""

import time
import uuid

from scalecua.core.agent import Agent
from scalecua.core.completion import Sampling
from scalecua.core.desktop import DesktopPool
from scalecua.core.judge import Judge
from scalecua.core.lease import Lease
from scalecua.core.observation import Blobs
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.rollout.play import play, unrewarded
from scalecua.tasks.assets import Assets

# The first token is the likeliest: nothing here is left to chance.
GREEDY = Sampling(temperature=0.0, max_tokens=1)


async def play_once(
    task: Task,
    pool: DesktopPool,
    agent: Agent,
    *,
    blobs: Blobs,
    judge: Judge,
    settle_s: float,
    limit_s: float,
    assets: Assets | None = None,
) -> Trajectory:
    """Play and judge one episode of `limit_s` seconds at most; ScaleCUAError where there is no desktop."""
    name = uuid.uuid4().hex
    ends = time.time() + limit_s
    async with pool.lease(task.snapshot) as desktop:
        return await play(
            task,
            desktop,
            agent,
            blobs=blobs,
            judge=judge,
            lease=Lease(name, task, name, 0, "demonstration", 0, task.max_turns, GREEDY, ends),
            settle_s=settle_s,
            reward=unrewarded,
            limit_s=limit_s,
            assets=assets,
        )
