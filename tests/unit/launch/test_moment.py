"""What is going on is read from the store, so that a resumed run shows it at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scalecua.config.tree import Config
from scalecua.core.failure import Failure
from scalecua.launch.moment import Observer
from scalecua.recipe import assemble, evaluation
from scalecua.recipe.clock import Clock
from scalecua.recipe.folder import RunFolder, open_run
from scalecua.recipe.tasks import training
from scalecua.store.sql import SqlStore

SETTINGS = (
    "tasks.templates=['button']",
    "evaluation.variants=2",
    "evaluation.greedy=false",
    "rollout.attempts=1",
)


class Played:
    """A run of which every episode fails."""

    def __init__(self, root: Path) -> None:
        self.config: Config = open_run(root, [], SETTINGS, resume=False)
        self.folder = RunFolder(root)
        self.store: SqlStore = assemble.store(self.config, self.folder)

    def observer(self) -> Observer:
        """As a new process has it."""
        return Observer(self.config, self.folder, self.store, Clock(self.folder.clock))

    async def fail(self, episodes: int) -> None:
        for _ in range(episodes):
            lease = await self.store.claim("w")
            assert lease is not None
            await self.store.fail(lease.id, Failure.GUEST)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Played]:
    run = Played(tmp_path / "run")
    yield run
    run.store.close()


async def test_the_phases_follow_one_another(run: Played) -> None:
    observer = run.observer()
    assert (await observer.look()).phase == "starting"
    await run.store.add_tasks(training(run.config))
    await run.store.publish_initial("c", "0" * 64)
    episodes = sum((await evaluation.order(run.config, run.store, "before", 0)).values())
    await run.fail(1)
    now = await observer.look()
    assert (now.phase, now.done, now.total) == ("before", 1, episodes)
    assert now.evaluating == "held-out variants, sampled"
    assert (now.failures, now.busy, now.desktops) == (1, 0, run.config.desktop.count)
    await run.fail(episodes - 1)
    assert await run.store.claim("w") is not None
    now = await run.observer().look()
    assert (now.phase, now.total, now.busy) == ("training", run.config.learner.iterations, 1)
    assert (now.left_s, now.rows) == (None, [])
    await evaluation.order(run.config, run.store, "after", 0)
    assert (await run.observer().look()).phase == "after"
    assert not await evaluation.measured(run.config, run.store)
    await run.fail(episodes)
    assert await evaluation.measured(run.config, run.store)
