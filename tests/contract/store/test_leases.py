"""A lease ends exactly once, and infrastructure's failures are never scored."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory
from scalecua.store.sql import SqlStore

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


async def test_a_draw_opens_its_groups_and_gives_each_member_once(
    open_store: Open, make_task: MakeTask, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a"), make_task("b")])
    leases = [await claim(store) for _ in range(4)]
    assert await store.claim("w") is None
    assert [(lease.group_id, lease.index) for lease in leases] == [
        ("test:d0:0", 0),
        ("test:d0:0", 1),
        ("test:d0:1", 0),
        ("test:d0:1", 1),
    ]
    assert {lease.task.id for lease in leases} == {"a", "b"}
    assert len({lease.seed for lease in leases}) == 4
    assert leases[0].max_turns == 4
    assert leases[0].origin == "rollout"


async def test_recording_twice_is_once(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    lease = await claim(store)
    await store.record(play(lease, 1.0))
    await store.record(play(lease, 1.0))
    counts = await store.counts()
    assert counts.trajectories == {"done": 1}
    assert counts.leases == {"open": 3, "scored": 1}


async def test_a_failure_gives_the_same_member_out_again_with_its_seed(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    lease = await claim(store)
    await store.fail(lease.id, Failure.SETUP, "xterm did not start")
    again = await claim(store)
    assert (again.group_id, again.index, again.seed) == (lease.group_id, lease.index, lease.seed)
    assert again.id != lease.id
    assert (await store.counts()).failures == {"setup": 1}
    with pytest.raises(StoreError, match="no longer held: it is failed"):
        await store.record(play(lease, 1.0))
    with pytest.raises(StoreError, match="no longer held"):
        await store.fail(lease.id, Failure.SETUP)
    with pytest.raises(StoreError, match="no longer held"):
        await store.renew(lease.id)


async def test_a_failed_trajectory_is_kept_but_never_scored(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(attempts=1, n=2, batch=1, iterations=1)
    await store.add_tasks([make_task("a")])
    first, second = await claim(store), await claim(store)
    await store.record(play(first, None))
    await store.record(play(first, None))
    await store.record(play(second, 1.0))
    batch = await store.batch(0)
    assert batch is not None
    (group,) = batch.groups
    assert [t.lease_id for t in group.trajectories] == [second.id]
    records = await store.records()
    assert (records.ema[0], records.attempts[0], records.failures[0]) == (1.0, 1, 1)
    assert (await store.counts()).trajectories == {"done": 1, "failed": 1}


async def test_a_member_is_given_up_after_its_tries_and_the_group_closes_without_it(
    open_store: Open, make_task: MakeTask, claim: Claim
) -> None:
    store = open_store(attempts=2, n=1, batch=1, iterations=1)
    await store.add_tasks([make_task("a")])
    for _ in range(2):
        lease = await claim(store)
        await store.fail(lease.id, Failure.HANG)
    assert await store.claim("w") is None
    counts = await store.counts()
    assert counts.groups == {"empty": 1}
    assert await store.batch(0) is None
    assert await store.finished()


async def test_expired_leases_are_lost_and_counted_apart(
    open_store: Open, make_task: MakeTask, play: Play, clock: Any
) -> None:
    store = open_store(n=1, batch=1, lease_s=10.0, attempts=1, losses=3)
    await store.add_tasks([make_task("a")])
    lease = await store.claim("slow")
    assert lease is not None
    assert lease.expires == clock.now + 10
    clock.now += 8
    await store.renew(lease.id)
    clock.now += 8
    assert await store.claim("other") is None
    clock.now += 3
    taken = await store.claim("other")
    assert taken is not None
    assert (taken.index, taken.id != lease.id) == (lease.index, True)
    with pytest.raises(StoreError, match="it is lost"):
        await store.record(play(lease, 1.0))
    assert (await store.counts()).failures == {"crash": 1}
    assert await store.release_worker("slow") == 0
    assert await store.release_worker("other") == 1
    assert await store.claim("third") is not None
    assert await store.abandon_all() == 1
    assert (await store.counts()).groups["empty"] == 1, "three losses end the member"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lease_id": "test:d9:0:0:0"}, "unknown"),
        ({"index": 1}, "which is"),
        ({"task_id": "b"}, "which is"),
        ({"verdict": None}, "no verdict"),
        ({"reward": None}, "no reward"),
        ({"status": Status.FAILED, "failure": Failure.CRASH}, "never scored"),
    ],
)
async def test_contradictions_are_refused(
    open_store: Open, make_task: MakeTask, play: Play, changes: dict[str, Any], message: str, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    lease = await claim(store)
    with pytest.raises(StoreError, match=message):
        await store.record(replace(play(lease, 1.0), **changes))
    assert (await store.counts()).trajectories == {}
    await store.record(play(lease, 1.0))


async def test_a_lease_nobody_claimed_cannot_be_recorded(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    lease = await claim(store)
    other = replace(lease, id="test:d0:0:1:0", index=1)
    with pytest.raises(StoreError, match="it is open"):
        await store.record(play(other, 1.0))


async def test_the_same_task_id_with_another_content_is_refused(
    open_store: Open, make_task: MakeTask
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    await store.add_tasks([make_task("a"), make_task("b")])
    with pytest.raises(StoreError, match="'a' is in the store with another content"):
        await store.add_tasks([make_task("a", instruction="something else")])
    assert (await store.records()).names == ("a", "b")


async def test_without_tasks_there_is_no_work_and_the_learner_is_told(open_store: Open) -> None:
    store = open_store()
    assert await store.claim("w") is None
    with pytest.raises(StoreError, match="no training task"):
        await store.batch(0)


async def test_a_run_goes_on_under_its_own_plan_only(open_store: Open) -> None:
    open_store()
    open_store(iterations=50, lease_s=5.0)
    with pytest.raises(StoreError, match=r"began with seed = 7, not 8"):
        open_store(seed=8)
    open_store(name="another", seed=8)
