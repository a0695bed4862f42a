"""A policy version is published once, in order, and what a worker serves is that version."""

from collections.abc import Awaitable, Callable

import pytest

from scalecua.core.errors import StoreError
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.store.sql import SqlStore

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


@pytest.fixture
async def store(open_store: Open, make_task: MakeTask, play: Play, claim: Claim) -> SqlStore:
    store = open_store(n=1, batch=1, iterations=3, max_staleness=1)
    await store.add_tasks([make_task("a")])
    for _ in range(2):
        await store.record(play(await claim(store), 1.0))
    return store


async def test_versions_begin_with_the_initial_weights(store: SqlStore) -> None:
    assert await store.latest() is None
    await store.publish_initial("c0", "0" * 64)
    await store.publish_initial("c0", "0" * 64)
    assert await store.latest() == (0, "c0", "0" * 64)
    assert await store.committed() == 0
    with pytest.raises(StoreError, match="version 0 is published already"):
        await store.publish_initial("c0", "1" * 64)


async def test_a_commit_is_idempotent_and_in_order(store: SqlStore) -> None:
    await store.publish_initial("c0", "0" * 64)
    with pytest.raises(StoreError, match="given no batch"):
        await store.commit(0, 1, "c1", "1" * 64)
    await store.batch(0)
    with pytest.raises(StoreError, match="so 0 is next"):
        await store.commit(1, 1, "c1", "1" * 64)
    with pytest.raises(StoreError, match="published already"):
        await store.commit(0, 0, "c1", "1" * 64)
    await store.commit(0, 1, "c1", "1" * 64)
    await store.commit(0, 1, "c1", "1" * 64)
    assert (await store.committed(), await store.latest()) == (1, (1, "c1", "1" * 64))
    with pytest.raises(StoreError, match="done already"):
        await store.commit(0, 2, "c2", "2" * 64)


async def test_a_worker_serves_what_was_published(store: SqlStore) -> None:
    await store.publish_initial("c0", "0" * 64)
    await store.synced("w", 0, "0" * 64)
    await store.synced("w", 0)
    assert (await store.counts()).serving == {"w": 0}
    with pytest.raises(StoreError, match="never published"):
        await store.synced("w", 5)
    with pytest.raises(StoreError, match="which has 000"):
        await store.synced("w", 0, "f" * 64)


async def test_a_run_that_ends_early_draws_and_trains_no_more_but_is_still_measured(
    store: SqlStore, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    await store.publish_initial("c0", "0" * 64)
    await store.batch(0)
    await store.commit(0, 1, "c1", "1" * 64)
    open_before = (await store.counts()).draws
    with pytest.raises(StoreError, match="version 1 cannot end the run: 1 updates are done"):
        await store.end_early(1, "c1", "1" * 64)
    await store.end_early(2, "c2", "0" * 64)
    await store.end_early(2, "c2", "0" * 64)
    assert await store.latest() == (2, "c2", "0" * 64)
    assert (await store.committed(), await store.finished()) == (1, True)
    assert await store.claim("w") is None
    assert (await store.counts()).draws == open_before
    await store.open_evaluation("after", [make_task("z")], 1, store.plan.sampling, 4, 2)
    assert (await claim(store)).task.id == "z"
    assert await store.claim("w") is None
    await store.synced("w", 2, "0" * 64)
    with pytest.raises(StoreError, match="published already"):
        await store.end_early(2, "c2", "3" * 64)


async def test_open_rollouts_are_not_handed_out_once_a_run_ended(store: SqlStore, claim: Claim) -> None:
    await store.publish_initial("c0", "0" * 64)
    await store.batch(0)
    await store.commit(0, 1, "c1", "1" * 64)
    held = await claim(store)
    assert held.origin == "rollout"
    assert await store.abandon_all() == 1
    assert (await store.counts()).leases["open"] == 1
    await store.end_early(2, "c2", "0" * 64)
    assert await store.claim("w") is None
