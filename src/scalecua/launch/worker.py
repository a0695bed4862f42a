"""The rollout worker's process: engine, desktops and the loop that plays leases on them."""

import asyncio
import functools
from pathlib import Path

from scalecua.config.load import load
from scalecua.config.tree import Config
from scalecua.core.agent import Agent
from scalecua.core.desktop import Desktop
from scalecua.core.judge import Judge
from scalecua.core.lease import Lease
from scalecua.core.observation import Blobs
from scalecua.core.trajectory import Trajectory
from scalecua.desktop import open as desktops
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.rollout.play import play
from scalecua.rollout.token import TokenAgent
from scalecua.rollout.weights import Follower
from scalecua.rollout.worker import Worker
from scalecua.tasks.assets import Assets
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.run import kept

FOLLOW_S = 0.5


async def work(run: Path, name: str) -> None:
    """Play leases of the run in folder `run` until cancelled."""
    folder = RunFolder(run)
    config = load([folder.config])
    store = assemble.store(config, folder)
    blobs = assemble.blobs(config, folder)
    version, path, sha256 = await assemble.newest(store)
    family = assemble.family(config, Path(path))
    engine = TransformersEngine(Path(path), family.processor, blobs, config.policy)
    follower = Follower(engine, store, worker=name, served=version)
    await store.synced(name, version, sha256)

    def agent() -> Agent:
        return TokenAgent(family, config.segmentation, engine, limit=config.learner.max_sequence)

    async def newest(lease: Lease) -> None:
        """A lease may have been opened by the commit of the very version it must be played with."""
        await follower.sync()

    async with desktops.pool(config.desktop) as pool, kept() as run_metrics:
        worker = Worker(
            name=name,
            experience=store,
            pool=pool,
            new_agent=agent,
            before=newest,
            play=functools.partial(_play, config, store.blobs, OSWorldJudge(store.blobs, run_metrics)),
            renew_s=config.rollout.lease_s / 4,
        )
        async with asyncio.TaskGroup() as group:
            group.create_task(worker.run(config.desktop.count))
            group.create_task(follower.follow(FOLLOW_S))


async def _play(
    config: Config, blobs: Blobs, judge: Judge, lease: Lease, desktop: Desktop, agent: Agent
) -> Trajectory:
    return await play(
        lease.task,
        desktop,
        agent,
        blobs=blobs,
        judge=judge,
        lease=lease,
        settle_s=config.desktop.settle_s,
        reward=config.reward,
        limit_s=config.rollout.episode_timeout_s,
        assets=Assets(config.tasks.mirror, offline=config.tasks.offline),
    )
