"""Evaluations go first, touch no record and no batch, and never average what infrastructure lost."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from scalecua.core.completion import Sampling
from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory
from scalecua.store.sql import SqlStore

GREEDY = Sampling(temperature=0.0, max_tokens=8)

Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]
Play = Callable[..., Trajectory]
Claim = Callable[[SqlStore], Awaitable[Lease]]


async def test_an_evaluation_goes_first_and_stands_apart(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(attempts=1)
    tasks = [make_task("x", "shared"), make_task("y")]
    await store.add_tasks([make_task("a"), make_task("b", "shared")])
    await claim(store)
    await store.open_evaluation("before", tasks, 2, GREEDY, 3, 0)
    await store.open_evaluation("before", tasks, 2, GREEDY, 3, 0)
    leases = [await claim(store) for _ in range(4)]
    assert [(lease.task.id, lease.index, lease.origin) for lease in leases] == [
        ("x", 0, "evaluation"),
        ("x", 1, "evaluation"),
        ("y", 0, "evaluation"),
        ("y", 1, "evaluation"),
    ]
    assert (leases[0].sampling, leases[0].max_turns) == (GREEDY, 3)
    assert not await store.evaluation_done("before")
    await store.record(play(leases[0], 1.0))
    await store.record(play(leases[1], 0.5, reward=None, status=Status.TRUNCATED))
    await store.record(play(leases[2], None))
    await store.fail(leases[3].id, Failure.NETWORK, "no route")
    assert await store.evaluation_done("before")
    rows = await store.evaluation("before")
    assert [(r.task_id, r.record, r.score, r.success, r.status, r.failure, r.detail) for r in rows] == [
        ("x", "shared", 1.0, True, "done", "", ""),
        ("x", "shared", 0.5, False, "truncated", "", ""),
        ("y", "y", None, None, "failed", "guest", "gone"),
        ("y", "y", None, None, "failed", "network", "no route"),
    ]
    records = await store.records()
    assert records.names == ("a", "shared")
    assert records.attempts.sum() == 0
    assert (await store.counts()).groups == {"open": 2}


async def test_an_evaluated_task_may_become_a_training_task(open_store: Open, make_task: MakeTask) -> None:
    store = open_store(n=1, batch=1)
    await store.open_evaluation("before", [make_task("x")], 1, GREEDY, 3, 0)
    assert (await store.records()).names == ()
    await store.add_tasks([make_task("x")])
    assert (await store.records()).names == ("x",)


async def test_a_run_may_be_nothing_but_an_evaluation(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store(iterations=0)
    await store.open_evaluation("only", [make_task("x")], 1, GREEDY, 3, 0)
    lease = await claim(store)
    await store.record(play(lease, 1.0))
    assert await store.claim("w") is None
    assert await store.evaluation_done("only")
    assert await store.finished()


async def test_wrong_orders_are_refused(open_store: Open, make_task: MakeTask) -> None:
    store = open_store()
    await store.open_evaluation("e", [make_task("x")], 1, GREEDY, 3, 0)
    with pytest.raises(StoreError, match="other numbers"):
        await store.open_evaluation("e", [make_task("x")], 2, GREEDY, 3, 0)
    with pytest.raises(StoreError, match="needs a name"):
        await store.open_evaluation("none", [], 1, GREEDY, 3, 0)
    with pytest.raises(StoreError, match="never opened"):
        await store.evaluation_done("f")


async def test_retried_members_are_reported_once(
    open_store: Open, make_task: MakeTask, play: Play, claim: Claim
) -> None:
    store = open_store()
    await store.open_evaluation("e", [make_task("x")], 1, GREEDY, 3, 0)
    await store.fail((await claim(store)).id, Failure.START)
    assert await store.evaluation("e") == ()
    await store.record(play(await claim(store), 1.0))
    (row,) = await store.evaluation("e")
    assert (row.score, row.failure) == (1.0, "")


async def test_demonstrations_come_back_in_order(
    open_store: Open, make_task: MakeTask, play: Play, clock: Any, claim: Claim
) -> None:
    store = open_store()
    task = make_task("d", "d")
    await store.open_evaluation("e", [task], 2, GREEDY, 3, 0)
    made = []
    for number in range(2):
        clock.now += 1
        shown = play(
            await claim(store), 1.0, id=f"demo{number}", origin="demonstration", lease_id="", group_id=""
        )
        made.append(shown)
        await store.add_demonstration(shown, task)
        await store.add_demonstration(shown)
    assert await store.demonstrations() == [(task, shown) for shown in made]
    with pytest.raises(StoreError, match="'nowhere' is not in the store"):
        await store.add_demonstration(replace(made[0], id="other", task_id="nowhere"))
