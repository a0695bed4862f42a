"""A whole run in a store on a real file, played by dice instead of desktops, for those who look at runs."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageDraw

from scalecua.config.tree import Config
from scalecua.core.action import Done, DoubleClick, Key, LeftClick, LeftClickDrag, Scroll, Type
from scalecua.core.completion import Completion, VersionSpan
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.observation import Observation
from scalecua.core.trajectory import ActResult, Status, Timings, Turn
from scalecua.core.verdict import Verdict
from scalecua.recipe import assemble, evaluation
from scalecua.recipe.folder import RunFolder, open_run
from scalecua.recipe.present import present
from scalecua.recipe.tasks import training
from scalecua.store.sql import SqlStore

SETTINGS = (
    "seed=3",
    "tasks.templates=['button','entry']",
    "tasks.variants=4",
    "evaluation.variants=3",
    "rollout.n=3",
    "rollout.batch=2",
    "rollout.max_turns=3",
    "learner.iterations=4",
)
EVIL = """<script>alert(1)</script>"><img src=x onerror='alert(2)'>"""
SCREEN = (800, 640)
EPISODE_S, UPDATE_S = 2.0, 1.0


class Run:
    """A run in a folder, its clock moved by what is played: one episode after another, then the update."""

    def __init__(self, root: Path, settings: tuple[str, ...] = SETTINGS) -> None:
        self.config: Config = open_run(root, [], settings, resume=False)
        self.folder = RunFolder(root)
        self.now = 1_000_000.0
        self.store: SqlStore = assemble.store(self.config, self.folder)
        self.store._clock = lambda: self.now
        self.dice, self.version = Random(self.config.seed), 0
        self.screens = [self.store.blobs.put(screenshot(number)) for number in range(3)]
        self.said, self.reason = "Action: try it", "exact_match 0: expected 'x', found 'y'"

    async def play(self, when: evaluation.When, skill: float) -> None:
        """All evaluations of `when`, each episode won with probability `skill`."""
        ordered = await evaluation.order(self.config, self.store, when, self.version)
        for _ in range(sum(ordered.values())):
            await self.record(await self.claim(), self.dice.random() < skill)

    async def train(self, skill: float, updates: int) -> None:
        """So many updates on rollouts won with probability `skill`; each ninth is lost by its guest."""
        for _ in range(updates):
            update = await self.store.committed()
            while await self.store.batch(update) is None:
                lease = await self.claim()
                failed = self.dice.random() < 1 / 9
                await self.record(lease, None if failed else self.dice.random() < skill)
            self.now += UPDATE_S
            told = {"update": update, "entropy": 0.9 - 0.1 * update, "kl": 0.01, "seconds": UPDATE_S}
            with self.folder.metrics.open("a") as file:
                file.write(json.dumps(told) + "\n")
            self.version = update + 1
            await self.store.commit(update, self.version, f"v{self.version}", "0" * 64)

    async def claim(self) -> Lease:
        lease = await self.store.claim("worker-0")
        assert lease is not None
        self.now += EPISODE_S
        return lease

    async def record(self, lease: Lease, won: bool | None) -> None:
        turns = tuple(self._turn(number, end=number == 2) for number in range(3))
        status = Status.FAILED if won is None else Status.DONE
        await self.store.record(
            replace(
                lease.played(f"t-{lease.id}", turns, status),
                verdict=None if won is None else Verdict(float(won), {}, "" if won else self.reason),
                reward=None if won is None else float(won),
                failure=Failure.GUEST if won is None else None,
                timings={"setup": 0.5, "start": 0.1, "observe": 0.2, "think": 0.3, "act": 0.4, "judge": 0.1},
            )
        )

    def _turn(self, number: int, *, end: bool) -> Turn:
        click = LeftClick(100 + 150 * number, 200, ("ctrl",))
        drag, scroll = LeftClickDrag(10, 10, 700, 600), Scroll(400, 300, "down", 3)
        mid = (DoubleClick(500, 300), Type(self.said), Key(("ctrl", "s")))
        done = ActResult(performed=True, duplicate=False, settled=True, cursor=(0, 0), elapsed_ms=1.0)
        actions = (Done(),) if end else (click, drag, scroll) if number == 0 else mid
        return Turn(
            Observation(self.screens[number], *SCREEN),
            Completion((1, 2), (-0.1, -0.2), self.said, "stop", (VersionSpan(self.version, 0, 2),)),
            actions,
            () if end else (done,) * 3,
            timings=Timings(0.1, 0.1, 0.1),
        )


def screenshot(number: int) -> bytes:
    image = Image.new("RGB", SCREEN, (60, 70 + 20 * number, 90))
    draw = ImageDraw.Draw(image)
    draw.rectangle((200, 120, 600, 500), fill=(240, 240, 238))
    draw.rectangle((330, 400, 470, 450), fill=(210, 214, 220), outline=(120, 120, 120))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


async def finish(run: Run, updates: int | None = None) -> None:
    """Plays a run from its beginning to its end: 0.2 before, 0.8 after."""
    await run.store.add_tasks(training(run.config))
    await run.store.publish_initial("v0", "0" * 64)
    await run.play("before", 0.2)
    await run.train(0.6, run.config.learner.iterations if updates is None else updates)
    await run.play("after", 0.8)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A finished run; leave it as it is."""
    run = Run(tmp_path_factory.mktemp("finished") / "run")
    asyncio.run(finish(run))
    yield run
    run.store.close()


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A finished run whose tasks, model and desktops all want to become part of its page."""
    root = tmp_path_factory.mktemp("hostile")
    tasks = [
        {
            "id": f"{name}</text>{EVIL}$x^",
            "instruction": f"Do {name} {EVIL}",
            "evaluator": {"func": "infeasible"},
        }
        for name in ("a", "b", "c")
    ]
    for number, task in enumerate(tasks):
        (root / f"{number}.json").write_text(json.dumps(task))
    folders = [str(root / f"{number}.json") for number in range(len(tasks))]
    chosen = ("tasks.source=folders", f"tasks.folders={json.dumps(folders)}", "tasks.templates=[]")
    run = Run(root / "run", (*SETTINGS, *chosen))
    run.said, run.reason = f"{EVIL}\x00\u202e", f"found {EVIL}"
    asyncio.run(finish(run))
    asyncio.run(present(run.config, run.folder, run.store))
    yield run
    run.store.close()


@pytest.fixture
def new_run(tmp_path: Path) -> Iterator[Run]:
    """A run of which nothing is played yet."""
    run = Run(tmp_path / "run")
    yield run
    run.store.close()


@pytest.fixture
def play_all() -> Callable[..., Awaitable[None]]:
    return finish
