"""A whole run in one process: workers that play at once, and a learner that takes what is closed.

Usage: program.py DATABASE PLAN.json abandon|join. Prints "ready" once it works, and "finished" at the end.
"""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from scalecua.core.completion import Completion, VersionSpan
from scalecua.core.lease import Lease
from scalecua.core.observation import Observation
from scalecua.core.segment import Omission
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.core.verdict import Verdict
from scalecua.store.blobs import FileBlobs
from scalecua.store.serialise import PLAN
from scalecua.store.sql import SqlStore

TASKS = [
    Task(f"{record}{v}", "do it", "os", (), "default", (), {}, 9, "test", {"record": record})
    for record in "abcde"
    for v in range(3)
]


def play(lease: Lease, version: int, store: SqlStore) -> Trajectory:
    """An episode whose score is a function of its seed."""
    score = float(lease.seed % 2)
    picture = store.blobs.put(b"%d" % (lease.seed % 50))
    completion = Completion((lease.index, 7), (-0.5, -0.25), "x", "stop", (VersionSpan(version, 0, 2),))
    played = lease.played(f"t-{lease.id}", (Turn(Observation(picture, 4, 3), completion),) * 3, Status.DONE)
    return replace(played, verdict=Verdict(score), reward=score)


async def work(store: SqlStore, name: str) -> None:
    """Play until the run has ended."""
    while not await store.finished():
        lease = await store.claim(name)
        if lease is None:
            await asyncio.sleep(0.01)
            continue
        newest = await store.latest()
        await asyncio.sleep(0.002)
        await store.record(play(lease, 0 if newest is None else newest.version, store))


async def learn(store: SqlStore) -> None:
    """Take, account for and commit every batch."""
    while not await store.finished():
        update = await store.committed()
        batch = await store.batch(update)
        if batch is None:
            await asyncio.sleep(0.01)
            continue
        trained = {t.id: 5 for g in batch.groups for t in g.trajectories}
        await store.consume(update, trained, {key: {Omission.STEP_SELECTION: 1} for key in trained})
        await store.commit(update, update + 1, f"checkpoints/{update + 1}", f"{update + 1:064d}")


async def main(database: Path, plan: Path, how: str) -> None:
    """Run to the end, first ending what a dead process held."""
    store = SqlStore(
        f"sqlite:///{database}", FileBlobs(database.parent / "blobs"), PLAN.validate_json(plan.read_bytes())
    )
    await store.add_tasks(TASKS)
    await store.publish_initial("checkpoints/0", "0" * 64)
    if how == "abandon":
        await store.abandon_all()
    print("ready", flush=True)
    jobs = [work(store, f"{how}-{n}") for n in range(2)]
    await asyncio.gather(*jobs, *([] if how == "join" else [learn(store)]))
    store.close()
    print("finished", flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
