"""The pre-filter: an initial pass of every record, measured, never trained; what it sets aside is known."""

from collections.abc import Awaitable, Callable

import pytest

from scalecua.algo.sampling import Frontier, PreFilter
from scalecua.core.errors import ConfigError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.store.sql import SqlStore

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


async def begin(store: SqlStore, make_task: MakeTask, names: str) -> None:
    await store.add_tasks([make_task(name) for name in names])
    await store.publish_initial("c0", "0" * 64)


async def play_pass(store: SqlStore, play: Play, claim: Claim, wins: dict[str, int], size: int) -> None:
    """Play the whole initial pass; `wins` of each task's members succeed."""
    for _ in range(size):
        lease = await claim(store)
        assert lease.origin == "evaluation"
        await store.record(play(lease, float(lease.index < wins[lease.task.id])))


async def test_every_record_is_rolled_out_before_anything_is_drawn(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=2, batch=2, sampler=Frontier(), prefilter=PreFilter(rollouts=4))
    await begin(store, make_task, "abc")
    leases = [await claim(store) for _ in range(12)]
    assert await store.claim("w") is None
    assert await store.batch(0) is None
    for lease in leases[:-1]:
        await store.record(play(lease, float(lease.task.id == "b")))
    assert await store.claim("w") is None, "the pass is not over"
    await store.record(play(leases[-1], 0.0))
    assert (await store.records()).ema.tolist() == [0.0, 1.0, 0.0]
    drawn = [await claim(store) for _ in range(4)]
    assert {lease.origin for lease in drawn} == {"rollout"}
    assert await store.set_aside() == ()
    for lease in drawn:
        await store.record(play(lease, 1.0))
    batch = await store.batch(0)
    assert batch is not None
    assert {t.lease_id for g in batch.groups for t in g.trajectories} == {lease.id for lease in drawn}
    assert await store.unaccounted() == {}


async def test_what_lies_outside_is_never_drawn_and_is_told_with_its_rate(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    knob = PreFilter(rollouts=4, low=0.1, high=0.9)
    store = open_store(n=1, batch=4, iterations=1, prefilter=knob)
    await begin(store, make_task, "abcd")
    await play_pass(store, play, claim, {"a": 0, "b": 1, "c": 3, "d": 4}, 16)
    drawn = [await claim(store) for _ in range(4)]
    assert {lease.task.id for lease in drawn} == {"b", "c"}
    for lease in drawn:
        await store.record(play(lease, 0.0))
    told = {found.record: (found.rate, found.reason) for found in await open_store(
        n=1, batch=4, iterations=1, prefilter=knob
    ).set_aside()}  # fmt: skip
    assert told == {
        "a": (0.0, "initial pass rate 0.00 is below 0.1"),
        "d": (1.0, "initial pass rate 1.00 is above 0.9"),
    }
    assert (await store.records()).names == ("a", "b", "c", "d"), "their history stays"


async def test_without_a_pass_the_first_group_is_the_initial_rate(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=2, batch=2, iterations=3, max_staleness=2, prefilter=PreFilter(low=0.4))
    await begin(store, make_task, "ab")
    for _ in range(4):
        lease = await claim(store)
        await store.record(play(lease, float(lease.task.id == "b")))
    assert [found.record for found in await store.set_aside()] == ["a"]
    for _ in range(4):
        lease = await claim(store)
        assert lease.task.id == "b"
        await store.record(play(lease, 0.0))
    assert [found.record for found in await store.set_aside()] == ["a"], "later rates do not matter"
    assert (await claim(store)).task.id == "b"


async def test_an_empty_pool_is_an_error_with_the_rates(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(prefilter=PreFilter(rollouts=4, low=0.6, high=0.7))
    await begin(store, make_task, "ab")
    await play_pass(store, play, claim, {"a": 1, "b": 4}, 8)
    with pytest.raises(ConfigError, match=r"all 2 tasks, 0\.25 to 1\.00, are outside \[0\.6, 0\.7\]; widen"):
        await store.claim("w")


async def test_a_record_that_infrastructure_lost_is_probed_like_any_other(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(n=1, batch=2, attempts=1, prefilter=PreFilter(rollouts=1, low=0.5))
    await begin(store, make_task, "ab")
    for _ in range(2):
        lease = await claim(store)
        if lease.task.id == "a":
            await store.fail(lease.id, Failure.START)
        else:
            await store.record(play(lease, 1.0))
    assert {(await claim(store)).task.id for _ in range(2)} == {"a", "b"}
    assert await store.set_aside() == ()


async def test_the_pass_is_opened_once_whoever_asks(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    knob = PreFilter(rollouts=2)
    store, other = open_store(prefilter=knob), open_store(prefilter=knob)
    await begin(store, make_task, "a")
    first, second = await claim(store), await claim(other)
    assert {first.index, second.index} == {0, 1}
    assert await other.abandon_all() == 2
    for _ in range(2):
        await store.record(play(await claim(store), 1.0))
    assert (await claim(other)).origin == "rollout"
