"""An update is given closed groups, the same ones for good; what it does not train has a reason."""

from collections.abc import Awaitable, Callable, Sequence

import numpy as np
import pytest

from scalecua.algo.curation import DropUniform
from scalecua.algo.sampling import Frontier
from scalecua.core.batch import Batch
from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.segment import Omission
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory
from scalecua.store.sql import SqlStore

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


async def play_all(
    store: SqlStore, play: Play, scores: Sequence[float | None], version: int = 0
) -> list[Lease]:
    """Play everything that can be claimed, with scores in turn; returns the leases."""
    leases: list[Lease] = []
    while (lease := await store.claim("w")) is not None:
        await store.record(play(lease, scores[len(leases) % len(scores)], version=version))
        leases.append(lease)
    return leases


async def take(store: SqlStore, number: int) -> Batch:
    batch = await store.batch(number)
    assert batch is not None
    return batch


async def update(store: SqlStore, number: int) -> Batch:
    batch = await take(store, number)
    tokens = {t.id: 6 for g in batch.groups for t in g.trajectories}
    await store.consume(number, tokens, {})
    await store.commit(number, number + 1, f"checkpoints/{number + 1}", f"{number + 1:064d}")
    return batch


async def test_a_batch_comes_back_exactly_and_for_good(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a"), make_task("b")])
    await store.publish_initial("checkpoints/0", "0" * 64)
    recorded = {}
    for number in range(4):
        assert await store.batch(0) is None
        lease = await claim(store)
        recorded[lease.id] = play(lease, float(number % 2))
        await store.record(recorded[lease.id])
    batch = await take(store, 0)
    assert [group.id for group in batch.groups] == ["test:d0:0", "test:d0:1"]
    for group in batch.groups:
        assert all(t == recorded[t.lease_id] for t in group.trajectories)
        assert group.advantages == (-1.0, 1.0)
        assert group.instruction == f"do {group.task_id}"
        assert not group.filtered
    assert await open_store().batch(0) == batch
    await update(store, 0)
    assert await store.batch(0) == batch
    assert await store.unaccounted() == {}


async def test_draws_wait_for_the_learner(open_store: Open, make_task: MakeTask, play: Play) -> None:
    for bound, expected in ((0, 1), (1, 2), (2, 3)):
        store = open_store(name=f"bound{bound}", max_staleness=bound, n=1, iterations=4)
        await store.add_tasks([make_task("a")])
        leases = await play_all(store, play, [1.0])
        assert len(leases) == expected * 2
        await update(store, 0)
        assert len(await play_all(store, play, [1.0])) == 2


async def test_order_is_of_drawing_in_step_and_of_closing_otherwise(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    for bound, expected in ((0, ["d0:0", "d0:1"]), (1, ["d0:1", "d1:0"])):
        store = open_store(name=f"bound{bound}", max_staleness=bound, n=1)
        await store.add_tasks([make_task("a")])
        leases = [await claim(store) for _ in range(2 + 2 * bound)]
        for lease in [*leases[1:], leases[0]]:
            await store.record(play(lease, 1.0))
        batch = await take(store, 0)
        assert [group.id.split(":", 1)[1] for group in batch.groups] == expected


async def test_a_batch_must_be_the_next_one(open_store: Open, make_task: MakeTask) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    with pytest.raises(StoreError, match="0 updates are done, so 0 is next"):
        await store.batch(1)


async def test_stale_groups_are_set_aside_with_a_reason_and_do_not_stop_the_run(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=1, batch=2, iterations=2)
    await store.add_tasks([make_task("a")])
    await store.publish_initial("c0", "0" * 64)
    await play_all(store, play, [1.0])
    await update(store, 0)
    old, new = await claim(store), await claim(store)
    await store.record(play(old, 1.0, version=0))
    await store.record(play(new, 1.0, version=1))
    batch = await update(store, 1)
    assert [t.lease_id for g in batch.groups for t in g.trajectories] == [new.id]
    assert (await store.counts()).groups == {"taken": 3, "stale": 1}
    assert await store.unaccounted() == {}
    assert await store.finished()


async def test_a_draw_of_nothing_but_stale_groups_is_followed_by_another(
    open_store: Open, make_task: MakeTask, play: Play
) -> None:
    store = open_store(n=1, batch=1, iterations=3)
    await store.add_tasks([make_task("a")])
    await store.publish_initial("c0", "0" * 64)
    await play_all(store, play, [1.0])
    await update(store, 0)
    await play_all(store, play, [1.0], version=0)
    assert await store.batch(1) is None
    assert len(await play_all(store, play, [1.0], version=1)) == 1
    assert (await take(store, 1)).groups[0].id == "test:d2:0"


async def test_the_remainder_is_the_last_batch(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=1, batch=2, iterations=2, max_staleness=1, attempts=1)
    await store.add_tasks([make_task("a")])
    lost = await claim(store)
    await store.fail(lost.id, Failure.START)
    await play_all(store, play, [1.0])
    assert len((await update(store, 0)).groups) == 2
    assert not await store.finished()
    assert len((await update(store, 1)).groups) == 1
    assert await store.finished()
    assert await store.batch(2) is None


async def test_filtered_groups_are_marked_and_carry_no_advantage(
    open_store: Open, make_task: MakeTask, play: Play
) -> None:
    store = open_store(curation=DropUniform())
    await store.add_tasks([make_task("a")])
    await play_all(store, play, [1.0, 1.0, 0.0, 1.0])
    flat, varied = (await take(store, 0)).groups
    assert (flat.filtered, flat.advantages) == (True, (0.0, 0.0))
    assert (varied.filtered, varied.advantages) == (False, (-1.0, 1.0))
    assert (await store.counts()).filtered == 1


async def test_a_lost_member_does_not_shift_the_mean(
    open_store: Open, make_task: MakeTask, play: Play
) -> None:
    store = open_store(n=4, batch=1, attempts=1, iterations=1)
    await store.add_tasks([make_task("a")])
    await play_all(store, play, [1.0, 1.0, None, 0.0])
    (group,) = (await take(store, 0)).groups
    rewards = np.array([1.0, 1.0, 0.0])
    assert group.advantages == pytest.approx(tuple((rewards - rewards.mean()) / rewards.std()))
    records = await store.records()
    assert records.ema[0] == pytest.approx(2 / 3)


async def test_records_follow_success_and_not_reward(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=2, batch=1, iterations=2, alpha=0.5)
    await store.add_tasks(
        [make_task("a1", "a", metadata={"record": "a", "difficulty": 0.5}), make_task("a2", "a")]
    )
    assert np.isnan((await store.records()).ema[0])
    await store.publish_initial("c", "0" * 64)
    cut, full = await claim(store), await claim(store)
    assert (await store.records()).pending[0] == 1
    await store.record(play(cut, 1.0, reward=0.8, status=Status.TRUNCATED, turns=4))
    await store.record(play(full, 0.9, turns=1))
    records = await store.records()
    assert (records.names, records.ema[0], records.successes[0], records.attempts[0]) == (("a",), 0.5, 1, 2)
    assert (records.lengths[0], records.last_version[0], records.pending[0]) == (4, 0, 0)
    await update(store, 0)
    await play_all(store, play, [0.0], version=1)
    records = await store.records()
    assert (records.ema[0], records.successes[0], records.attempts[0]) == (0.25, 1, 4)
    assert (records.lengths[0], records.last_version[0]) == (4, 1)


async def test_uniform_draws_are_a_function_of_the_seed(
    open_store: Open, make_task: MakeTask, play: Play
) -> None:
    drawn: dict[str, list[str]] = {}
    for name, order in (("one", 1), ("two", -1)):
        store = open_store(name=name, batch=3, n=1, iterations=3)
        await store.add_tasks([make_task(f"{r}{v}", r) for r in "abcd" for v in range(3)][::order])
        leases: list[Lease] = []
        for number in range(3):
            leases += await play_all(store, play, [1.0] if order > 0 else [0.0, 1.0], number)
            await update(store, number)
        drawn[name] = [lease.task.id for lease in leases]
    assert drawn["one"] == drawn["two"]
    assert len(set(drawn["one"])) > 3
    other = open_store(name="three", seed=8, batch=3, n=1)
    await other.add_tasks([make_task(f"{r}{v}", r) for r in "abcd" for v in range(3)])
    assert [lease.task.id for lease in await play_all(other, play, [1.0])] != drawn["one"][:3]


async def test_frontier_probes_unknown_records_first(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(sampler=Frontier(), batch=2, n=1, iterations=3, max_staleness=1)
    await store.add_tasks([make_task(name) for name in "abcd"])
    leases = [await claim(store) for _ in range(4)]
    assert {lease.task.id for lease in leases} == set("abcd")
    assert await store.claim("w") is None
    for lease in leases:
        await store.record(play(lease, 1.0))
    await update(store, 0)
    assert len(await play_all(store, play, [1.0])) == 2


async def test_consumption_is_recorded_by_reason_and_replaced_on_a_second_call(
    open_store: Open, make_task: MakeTask, play: Play
) -> None:
    store = open_store(n=1)
    await store.add_tasks([make_task("a")])
    await play_all(store, play, [1.0])
    batch = await take(store, 0)
    one, two = (t.id for g in batch.groups for t in g.trajectories)
    with pytest.raises(StoreError, match="not given"):
        await store.consume(0, {"nobody": 3}, {})
    await store.consume(0, {one: 1}, {})
    await store.consume(0, {one: 4}, {one: {Omission.TOO_LONG: 2}, two: {Omission.STEP_SELECTION: 3}})
    await store.commit(0, 1, "c1", "1" * 64)
    assert await store.unaccounted() == {two: 3}
    (reward,) = await store.rewards()
    assert (reward.update, reward.rollouts, reward.reward, reward.success) == (0, 2, 1.0, 1.0)
