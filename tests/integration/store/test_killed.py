"""Whatever is killed and whenever: every lease ends once, and the run is the one it would have been."""

import asyncio
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from scalecua.algo.sampling import Uniform
from scalecua.core.batch import Batch
from scalecua.core.completion import Sampling
from scalecua.store.blobs import FileBlobs
from scalecua.store.plan import Plan
from scalecua.store.serialise import PLAN
from scalecua.store.sql import SqlStore

PROGRAM = Path(__file__).with_name("program.py")
PATIENCE_S = 120
PLAN_0 = Plan(
    name="killed",
    seed=3,
    sampling=Sampling(1.0, 8),
    n=3,
    batch=4,
    iterations=25,
    sampler=Uniform(),
    max_staleness=1,
    losses=1000,
)


def start(folder: Path, plan: Plan, how: str = "abandon") -> subprocess.Popen[str]:
    path = folder / f"{plan.name}.json"
    path.write_bytes(PLAN.dump_json(plan))
    command = [sys.executable, str(PROGRAM), str(folder / "store.sqlite"), str(path), how]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def wait_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"


def end(process: subprocess.Popen[str]) -> None:
    out, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, out
    assert out.endswith("finished\n")


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "store.sqlite") as connection:
        return connection.execute(query).fetchall()


def open_store(folder: Path, plan: Plan) -> SqlStore:
    return SqlStore(f"sqlite:///{folder / 'store.sqlite'}", FileBlobs(folder / "blobs"), plan)


def batches(store: SqlStore) -> list[Batch]:
    async def load() -> list[Batch]:
        found = [await store.batch(update) for update in range(await store.committed())]
        return [batch for batch in found if batch is not None]

    return asyncio.run(load())


def drawn(folder: Path, run: int) -> Counter[tuple[object, ...]]:
    return Counter(rows(folder, f"SELECT draw, position, task_id FROM groups WHERE run_id = {run}"))


def test_a_run_killed_at_random_moments_is_the_undisturbed_run(tmp_path: Path) -> None:
    rng = random.Random(0)
    kills, seen = 0, dict[int, Batch]()
    while True:
        process = start(tmp_path, PLAN_0)
        wait_ready(process)
        if kills == 8:
            end(process)
            break
        time.sleep(rng.uniform(0.0, 0.5))
        process.kill()
        process.communicate(timeout=PATIENCE_S)
        kills += 1
        store = open_store(tmp_path, PLAN_0)
        for batch in batches(store):
            assert seen.setdefault(batch.update, batch) == batch
        store.close()
    plain = replace(PLAN_0, name="undisturbed")
    process = start(tmp_path, plain, "run")
    wait_ready(process)
    end(process)

    assert drawn(tmp_path, 1) == drawn(tmp_path, 2)
    assert drawn(tmp_path, 1).total() == PLAN_0.batch * PLAN_0.iterations
    states = Counter(state for (state,) in rows(tmp_path, "SELECT state FROM leases WHERE run_id = 1"))
    assert states.keys() <= {"scored", "lost"}
    assert states["lost"] > 0, "no kill met a lease in hand"
    members = rows(tmp_path, "SELECT group_seq, member FROM leases WHERE run_id = 1 AND state = 'scored'")
    assert len(members) == len(set(members)) == PLAN_0.batch * PLAN_0.iterations * PLAN_0.n
    unexplained = """SELECT id FROM leases WHERE run_id = 1 AND
        (state = 'scored') != (id IN (SELECT lease_id FROM trajectories))"""
    assert rows(tmp_path, unexplained) == []
    store = open_store(tmp_path, PLAN_0)
    after = batches(store)
    assert asyncio.run(store.unaccounted()) == {}
    store.close()
    for batch in after:
        assert seen.setdefault(batch.update, batch) == batch
    stale = rows(tmp_path, "SELECT id FROM groups WHERE run_id = 1 AND state = 'stale'")
    assert sum(len(batch.groups) for batch in after) + len(stale) == PLAN_0.batch * PLAN_0.iterations
    deaths = rows(tmp_path, "SELECT count(DISTINCT at) FROM failures WHERE run_id = 1")
    assert deaths[0][0] in range(3, kills + 1), "too few kills met a run that was still going on"


def test_four_processes_share_one_run_without_handing_anything_out_twice(tmp_path: Path) -> None:
    first = start(tmp_path, PLAN_0, "run")
    others = [start(tmp_path, PLAN_0, "join") for _ in range(3)]
    for process in (first, *others):
        wait_ready(process)
    for process in (first, *others):
        end(process)
    leases = rows(tmp_path, "SELECT group_seq, member, attempt, state FROM leases")
    assert {(attempt, state) for _, _, attempt, state in leases} == {(0, "scored")}
    assert len(leases) == PLAN_0.batch * PLAN_0.iterations * PLAN_0.n
    trajectories = rows(tmp_path, "SELECT count(*), count(DISTINCT lease_id) FROM trajectories")
    assert trajectories == [(len(leases), len(leases))]
    claims = rows(tmp_path, "SELECT sum(claims), count(*) FROM workers")
    assert claims == [(len(leases), 4)]
