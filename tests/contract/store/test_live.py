"""What a live view and a report read: how far evaluations are, the last turns, groups and episodes."""

from collections.abc import Awaitable, Callable
from typing import Any

from scalecua.algo.sampling import PreFilter
from scalecua.core.completion import Sampling
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.store.history import BEFORE_DRAWS, Closed, Member
from scalecua.store.live import Standing
from scalecua.store.prefilter import INITIAL
from scalecua.store.sql import SqlStore

GREEDY = Sampling(temperature=0.0, max_tokens=8)

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


async def test_an_evaluation_stands_where_its_members_ended(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(attempts=1)
    tasks = [make_task("x"), make_task("y")]
    await store.open_evaluation("e", tasks, 2, GREEDY, 3, 0)
    await store.open_evaluation("f", tasks, 1, GREEDY, 3, 0)
    live = await store.live(60.0)
    assert live.evaluations == {"e": Standing(4, 0, 0, 0), "f": Standing(2, 0, 0, 0)}
    assert (live.drawn, live.played, live.turns) == (0, 0, 0)
    await store.record(play(await claim(store), 1.0))
    await store.record(play(await claim(store), 0.0))
    assert (await store.live(60.0)).evaluations["e"] == Standing(4, 2, 2, 1)
    await store.fail((await claim(store)).id, Failure.NETWORK)
    await store.record(play(await claim(store), 1.0))
    assert (await store.live(60.0)).evaluations["e"] == Standing(4, 4, 3, 2)


async def test_turns_are_those_of_the_last_seconds(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim, clock: Any
) -> None:
    store = open_store(n=1, batch=3)
    await store.add_tasks([make_task(name) for name in "abc"])
    for turns in (5, 2, 3):
        clock.now += 10
        await store.record(play(await claim(store), 1.0, turns=turns))
    assert [(await store.live(window)).turns for window in (5.0, 15.0, 25.0)] == [3, 5, 10]


async def test_a_draw_fills_up(open_store: Open, make_task: MakeTask, play: Play, claim: Claim) -> None:
    store = open_store()
    await store.add_tasks([make_task("a"), make_task("b")])
    lease = await claim(store)
    assert ((await store.live(1.0)).drawn, (await store.live(1.0)).played) == (4, 0)
    await store.record(play(lease, None))
    assert (await store.live(1.0)).played == 0
    await store.record(play(await claim(store), 0.0))
    assert (await store.live(1.0)).played == 1


async def test_groups_are_read_in_the_order_of_closing(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(attempts=1)
    await store.add_tasks([make_task("a"), make_task("b")])
    first, *others = [await claim(store) for _ in range(4)]
    await store.record(play(others[0], 1.0))
    await store.record(play(others[1], 1.0))
    await store.record(play(others[2], None))
    assert await store.closed() == (Closed(others[1].task.record, 0, None, 1, 1),)
    await store.record(play(first, 0.0))
    assert (await store.batch(0)) is not None
    assert await store.closed() == (
        Closed(others[1].task.record, 0, 0, 1, 1),
        Closed(first.task.record, 0, 0, 2, 1),
    )
    await store.publish_initial("c", "0" * 64)
    await store.commit(0, 1, "c", "0" * 64)
    assert await store.commits() == {0: 1_000_000.0}


async def test_groups_of_the_initial_pass_come_before_all_draws(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(prefilter=PreFilter(rollouts=1), n=1, batch=1)
    await store.add_tasks([make_task("a")])
    await store.publish_initial("c", "0" * 64)
    await store.record(play(await claim(store), 1.0))
    await store.record(play(await claim(store), 0.0))
    assert [(group.draw, group.successes) for group in await store.closed()] == [(BEFORE_DRAWS, 1), (0, 0)]
    assert list((await store.live(1.0)).evaluations) == [INITIAL]


async def test_episodes_are_read_with_their_times(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim, clock: Any
) -> None:
    store = open_store()
    await store.add_tasks([make_task("a")])
    rollout = await claim(store)
    await store.open_evaluation("e", [make_task("x", "shared")], 2, GREEDY, 3, 0)
    measured = [await claim(store) for _ in range(2)]
    clock.now += 4
    await store.record(play(rollout, 1.0, turns=3))
    clock.now += 1
    await store.record(play(measured[0], 0.0))
    await store.record(play(measured[1], None))
    played = await store.played()
    assert [(p.evaluation, p.given, p.recorded, p.turns) for p in played] == [
        (None, 1_000_000.0, 1_000_004.0, 3),
        ("e", 1_000_000.0, 1_000_005.0, 2),
        ("e", 1_000_000.0, 1_000_005.0, 2),
    ]
    assert dict(played[0].parts) == {"setup": 0.25}
    assert await store.members("e") == (Member("x", "shared", 0, f"t-{measured[0].id}", False),)
    assert (await store.task("x")).record == "shared"
    assert set(await store.trajectories([f"t-{rollout.id}", "unknown"])) == {f"t-{rollout.id}"}
