"""The learner's process finds from its metrics that the run collapsed, however often it is started."""

import json
from pathlib import Path

from scalecua.config.dump import to_toml
from scalecua.config.load import load
from scalecua.core.completion import Completion, VersionSpan
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import Status, Trajectory, Turn
from scalecua.core.verdict import Verdict
from scalecua.launch.learner import learn
from scalecua.policy import checkpoint
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.recipe.initial import prepare
from scalecua.store.sql import SqlStore
from scalecua.train.publish import Publisher

SETTINGS = ["rollout.n=1", "rollout.batch=1", "warning.patience=1", "loss.kl.coefficient=0.0"]
TASK = Task("task", "Do it", "os", (), "default", (), {}, 2, "test")
ROW = {
    "update": 0, "kl": 5.0, "kl_stopped": 0.0, "passes": 1.0, "entropy": 0.7, "invalid_fraction": 0.1,
    "success": 0.4, "policy_success": 0.4, "records_unknown": 0.0, "sampled_by": 0.0,
}  # fmt: skip


async def commit_one(store: SqlStore, publisher: Publisher) -> None:
    """One update: a rollout, its batch, and a version like the first."""
    lease = await store.claim("w")
    assert lease is not None
    completion = Completion((1,), (-0.1,), "x", "stop", (VersionSpan(0, 0, 1),))
    turn = Turn(Observation(store.blobs.put(b"picture"), 4, 3), completion)
    await store.record(
        Trajectory(
            "t",
            "task",
            lease.group_id,
            0,
            lease.id,
            "rollout",
            0,
            lease.sampling,
            2,
            (turn,),
            Status.DONE,
            verdict=Verdict(1.0),
            reward=1.0,
        )
    )
    assert await store.batch(0) is not None
    made = publisher.again(0, 1)
    await store.commit(0, 1, str(made.path), made.sha256)


async def test_a_collapse_is_told_once_and_for_all(tmp_path: Path) -> None:
    config, folder = load([], SETTINGS), RunFolder(tmp_path)
    folder.config.write_text(to_toml(config))
    store = assemble.store(config, folder)
    await store.add_tasks([TASK])
    first = prepare(config, folder)
    await store.publish_initial(str(first.path), first.sha256)
    await commit_one(store, Publisher(folder.checkpoints, keep=3))
    redone, unfinished = {**ROW, "kl": 0.01}, {**ROW, "update": 1}
    folder.metrics.write_text("".join(json.dumps(row) + "\n" for row in (redone, ROW, unfinished)))
    told = []
    for _ in range(2):
        await learn(tmp_path)
        told.append(json.loads(folder.stopped.read_text()))
        newest = await store.latest()
        assert newest is not None
        assert (newest.version, newest.sha256) == (2, first.sha256)
    store.close()
    assert told[0] == told[1]
    assert (told[0]["update"], told[0]["best"]) == (0, 0)
    assert "the policy moved 5.00 nats a token" in told[0]["reason"]
    manifest = checkpoint.verify(folder.checkpoints / "000002")
    assert manifest is not None
    assert manifest.version == 2
