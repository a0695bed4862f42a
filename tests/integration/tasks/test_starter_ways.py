"""The starter pool on live desktops: other right ways are right, and a mended mistake costs nothing."""

import asyncio
import dataclasses
import time
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.agent import Agent
from scalecua.core.completion import Sampling
from scalecua.core.lease import Lease
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.desktop.pool import LocalPool
from scalecua.rollout.play import play
from scalecua.rollout.reference import ReferenceAgent
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.starter import tasks

pytestmark = pytest.mark.desktops
DEMO = Snapshot(width=800, height=640, text_scale=2.5, reset="clients")
SAMPLING = Sampling(temperature=0.0, max_tokens=1)
DESKTOPS = 4
SPARE = 4


async def played(episodes: list[tuple[Task, Agent]], folder: Path) -> list[Trajectory]:
    """Every episode on a desktop of its own, some at once, with the settle time of the demo."""
    blobs = FileBlobs(folder)
    slots = asyncio.Semaphore(DESKTOPS)

    async def one(number: int, task: Task, agent: Agent) -> Trajectory:
        turns = task.max_turns + SPARE
        lease = Lease(str(number), task, "G", 0, "demonstration", number, turns, SAMPLING, time.time() + 60)
        async with slots, pool.lease("default") as desktop:
            return await play(
                task,
                desktop,
                agent,
                blobs=blobs,
                judge=OSWorldJudge(blobs),
                lease=lease,
                settle_s=0.25,
                reward=lambda status, verdict: verdict.score,
            )

    async with LocalPool(DesktopSection(snapshots={"default": DEMO}, count=DESKTOPS)) as pool:
        return await asyncio.gather(*(one(n, *episode) for n, episode in enumerate(episodes)))


def lost(found: list[Trajectory], tried: list[tuple[Task, Agent]]) -> list[str]:
    """The episodes that were not judged right, each with its reason."""
    return [
        f"{task.id}: {ended.verdict.reason if ended.verdict else ended.detail}"
        for ended, (task, _) in zip(found, tried, strict=True)
        if ended.reward != 1
    ]


async def test_other_right_ways_are_judged_right(tmp_path: Path) -> None:
    ways: list[tuple[Task, Agent]] = []
    for task in (*tasks("train", 1, 8), *tasks("unseen", 1, 8)):
        for steps in task.metadata["solution"]["alternatives"]:
            solution = {"solution": {"steps": steps}}
            ways.append((dataclasses.replace(task, metadata=solution), ReferenceAgent()))
    assert len(ways) >= 10
    assert lost(await played(ways, tmp_path), ways) == []


async def test_a_mistake_that_is_mended_is_judged_right(tmp_path: Path) -> None:
    slipped: list[tuple[Task, Agent]] = [
        (task, ReferenceAgent(slip=1.0)) for task in tasks("train", 1, 9) if task.metadata["slips"]
    ]
    found = await played(slipped, tmp_path)
    assert lost(found, slipped) == []
    assert [sum(turn.mistake for turn in ended.turns) for ended in found] == [1] * len(slipped)


async def test_a_mistake_that_is_not_mended_is_judged_wrong(tmp_path: Path) -> None:
    wrong: list[tuple[Task, Agent]] = []
    for task in tasks("train", 1, 10):
        steps = task.metadata["solution"]["steps"]
        for slip in [slip for slip in task.metadata["slips"] if slip["repair"]][:1]:
            spoilt = [*steps[: slip["at"]], *slip["wrong"], *steps[slip["at"] :]]
            wrong.append(
                (dataclasses.replace(task, metadata={"solution": {"steps": spoilt}}), ReferenceAgent())
            )
    assert len(wrong) >= 10
    assert [ended.reward for ended in await played(wrong, tmp_path)] == [0] * len(wrong)
