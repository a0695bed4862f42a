"""A real run on a real store, with a learning rate that no policy survives: it is stopped, its best kept."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import torch

from scalecua.algo.sampling import Uniform
from scalecua.algo.warning import Collapse
from scalecua.core.completion import Sampling
from scalecua.core.task import Task
from scalecua.core.verdict import Verdict
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import load
from scalecua.rollout.weights import Follower
from scalecua.store.plan import Plan
from scalecua.store.sql import SqlStore
from scalecua.train.learner import GRPOLearner
from scalecua.train.loop import Stop, learn
from scalecua.train.publish import Publisher

TASK = Task("task", "Do what is asked", "os", (), "default", (), {}, 2, "test")


@pytest.fixture
async def store(world: Any, tmp_path: Path) -> AsyncIterator[SqlStore]:
    plan = Plan("run", 0, Sampling(1.0, 10), n=4, batch=1, iterations=9, max_turns=2, sampler=Uniform())
    made = SqlStore(f"sqlite:///{tmp_path / 'store.sqlite'}", world.blobs, plan)
    await made.add_tasks([TASK])
    yield made
    made.close()


async def play(world: Any, store: SqlStore, engine: TransformersEngine) -> None:
    """Play every lease under the newest weights; every other member succeeds."""
    follower = Follower(engine, store, worker="w", served=0)
    while True:
        lease = await store.claim("w")
        if lease is None:
            await asyncio.sleep(0.01)
            continue
        await follower.sync()
        played = await world.episode(engine, f"t-{lease.id}", lease.group_id)
        score = float(lease.index % 2)
        own = {"lease_id": lease.id, "index": lease.index, "verdict": Verdict(score), "reward": score}
        await store.record(dataclasses.replace(played, **own))


async def train(
    world: Any, store: SqlStore, engine: TransformersEngine, folder: Path, *, lr: float, worse_from: int
) -> tuple[Stop | None, list[dict[str, float]], Publisher]:
    """Train with `lr`, and from one update on with a thousand times as much."""
    publisher, told = Publisher(folder, keep=1), list[dict[str, float]]()
    first = publisher.initial(world.folder)
    await store.publish_initial(str(first.path), first.sha256)
    learner: GRPOLearner = world.learner(first.path, lr=lr, passes=2, minibatches=2)

    def after(update: int, metrics: Mapping[str, float]) -> None:
        told.append({"update": update, **metrics})
        learner.optimiser.factor = 1000.0 if update + 1 >= worse_from else 1.0

    after(-1, {})
    async with asyncio.TaskGroup() as group:
        worker = group.create_task(play(world, store, engine))
        stop = await learn(
            store, learner, publisher, iterations=9, on_update=after, warning=Collapse(), poll_s=0.01
        )
        worker.cancel()
    return stop, told[1:], publisher


async def test_a_learning_rate_that_is_absurd_is_stopped_with_the_first_version_served_again(
    world: Any, engine: TransformersEngine, store: SqlStore, tmp_path: Path
) -> None:
    stop, told, publisher = await train(world, store, engine, tmp_path / "checkpoints", lr=3e-5, worse_from=0)
    assert stop is not None
    assert (stop.update, stop.best, len(told)) == (2, 0, 3)
    assert "the policy moved" in stop.reason
    newest = await store.latest()
    assert newest is not None
    assert newest.version == 4
    assert await store.finished()
    served, began = load(Path(newest.checkpoint)), load(publisher.path(0))
    assert all(torch.equal(a, b) for a, b in zip(served.parameters(), began.parameters(), strict=True))


async def test_a_run_that_learned_first_keeps_what_it_learned(
    world: Any, engine: TransformersEngine, store: SqlStore, tmp_path: Path
) -> None:
    stop, told, publisher = await train(world, store, engine, tmp_path / "checkpoints", lr=3e-5, worse_from=4)
    assert stop is not None
    assert max(row["kl"] for row in told[:4]) < 0.15
    assert (stop.update, stop.best) == (6, 4), "the newest of equals from before the trouble"
    manifest, best = (checkpoint.verify(publisher.path(version)) for version in (8, 4))
    assert manifest is not None
    assert best is not None
    assert manifest.weights_sha256 == best.weights_sha256
