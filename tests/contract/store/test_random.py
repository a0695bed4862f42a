"""Any order of claims, ends, deaths and restarts: the books balance after each, and the run ends."""

import math
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from scalecua.core.experience import Experience
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.store.sql import SqlStore

N, BATCH, DRAWS, ALPHA = 3, 2, 4, 0.3


@pytest.mark.parametrize("seed", range(6))
async def test_the_books_balance(
    open_store: Callable[..., SqlStore],
    make_task: Callable[..., Task],
    play: Callable[..., Trajectory],
    clock: Any,
    seed: int,
) -> None:
    rng = random.Random(seed)
    bound = seed % 3
    store = open_store(
        n=N,
        batch=BATCH,
        iterations=DRAWS,
        max_staleness=bound,
        attempts=2,
        losses=3,
        lease_s=50.0,
        alpha=ALPHA,
    )
    experience: Experience = store
    await store.add_tasks([make_task("a1", "a"), make_task("a2", "a"), make_task("b")])
    await store.publish_initial("c", "0" * 64)
    held: dict[str, Lease] = {}
    scores: dict[tuple[str, int], float] = {}
    trained: list[str] = []
    for _ in range(600):
        if await store.finished():
            break
        await _step(rng, store, experience, play, clock, held, scores, trained)
        assert (await store.counts()).leases.get("held", 0) == len(held)
    assert await store.finished()
    assert await store.claim("w") is None
    counts = await store.counts()
    assert counts.draws == DRAWS
    assert sum(counts.groups.values()) == DRAWS * BATCH
    assert counts.groups.keys() <= {"taken", "stale", "empty"}
    assert counts.leases.keys() <= {"scored", "failed", "lost"}
    assert counts.leases.get("scored", 0) == len(scores) == counts.trajectories.get("done", 0)
    assert len(trained) == len(set(trained)) == counts.groups.get("taken", 0)
    assert await store.unaccounted() == {}
    records = await store.records()
    assert records.attempts.sum() == len(scores)
    assert records.successes.sum() == sum(score == 1.0 for score in scores.values())
    assert records.failures.sum() == counts.leases.get("failed", 0) + counts.leases.get("lost", 0)
    assert records.pending.sum() == 0
    assert all(math.isnan(p) or 0 <= p <= 1 for p in records.ema)


async def _step(
    rng: random.Random,
    store: SqlStore,
    experience: Experience,
    play: Callable[..., Trajectory],
    clock: Any,
    held: dict[str, Lease],
    scores: dict[tuple[str, int], float],
    trained: list[str],
) -> None:
    what = rng.choices(["claim", "score", "fail", "pass", "die", "learn"], [5, 6, 1, 0.4, 0.2, 2])[0]
    if what == "claim":
        before = Counter(held.keys())
        lease = await experience.claim(f"w{rng.randrange(2)}")
        for key in [key for key, old in held.items() if clock.now > old.expires]:
            del held[key]
        if lease is not None:
            assert lease.id not in before
            assert (lease.group_id, lease.index) not in {(x.group_id, x.index) for x in held.values()}
            assert (lease.group_id, lease.index) not in scores
            held[lease.id] = lease
    elif what == "score" and held:
        lease = held.pop(rng.choice(sorted(held)))
        newest = await store.latest()
        score = rng.choice([0.0, 1.0])
        await experience.record(play(lease, score, version=0 if newest is None else newest.version))
        scores[lease.group_id, lease.index] = score
    elif what == "fail" and held:
        lease = held.pop(rng.choice(sorted(held)))
        told = rng.random() < 0.5
        await (experience.fail(lease.id, Failure.NETWORK) if told else experience.record(play(lease, None)))
    elif what == "pass":
        clock.now += rng.choice([1, 60])
    elif what == "die":
        assert await store.abandon_all() == len(held)
        held.clear()
    elif what == "learn":
        await _learn(store, experience, trained)


async def _learn(store: SqlStore, experience: Experience, trained: list[str]) -> None:
    update = await store.committed()
    batch = await experience.batch(update)
    if batch is not None:
        assert batch == await experience.batch(update)
        trained += [group.id for group in batch.groups]
        tokens = {t.id: 6 for g in batch.groups for t in g.trajectories}
        await experience.consume(update, tokens, {})
        await experience.commit(update, update + 1, "c", f"{update:064d}")
