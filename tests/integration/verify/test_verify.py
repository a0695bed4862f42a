"""Proof on live desktops: the starter pool holds, and what does not hold is found."""

import dataclasses
from pathlib import Path

import pytest

from scalecua.config.desktop import DesktopSection, Snapshot
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.starter import TRAINED, UNSEEN, tasks
from scalecua.verify.check import Check, summary
from scalecua.verify.verify import verify

pytestmark = pytest.mark.desktops
DEMO = Snapshot(width=800, height=640, text_scale=2.5, reset="clients")


async def proved(found: tuple[Task, ...], look: Snapshot, folder: Path) -> list[Check]:
    section = DesktopSection(snapshots={"default": look}, count=3)
    told: list[Check] = []
    async with LocalPool(section) as pool:
        checks = await verify(found, pool, FileBlobs(folder), parallel=3, on_result=told.append)
    assert sorted(told, key=str) == sorted(checks, key=str)
    return checks


async def test_every_starter_template_holds(tmp_path: Path) -> None:
    await holds(tasks("train", 1, 21) + tasks("unseen", 1, 21), DEMO, tmp_path)


async def test_templates_hold_at_another_size(tmp_path: Path) -> None:
    sample = tasks("heldout", 1, 21, TRAINED[::4]) + tasks("unseen", 1, 21, UNSEEN[::3])
    await holds(sample, Snapshot(), tmp_path)


async def holds(found: tuple[Task, ...], look: Snapshot, folder: Path) -> None:
    checks = await proved(found, look, folder)
    assert summary(checks) == {"tasks": len(found), "verified": len(found), "findings": []}
    assert [(check.agent, check.score) for check in checks] == [("null", 0), ("reference", 1)] * len(found)


async def test_wrong_tasks_are_found(tmp_path: Path) -> None:
    (good,) = tasks("train", 1, 0, ("command",))
    already = {**good.judge, "result": {"type": "vm_command_line", "command": ["printf", "directory\n"]}}
    already["expected"] = {"type": "rule", "rules": {"expected": "directory\n"}}
    broken = (
        dataclasses.replace(good, id="trivial", judge=already),
        dataclasses.replace(good, id="lost", metadata={"solution": {"steps": [], "end": {"kind": "done"}}}),
        dataclasses.replace(good, id="unsolved", metadata={}),
        dataclasses.replace(good, id="typo", setup=({"type": "lanch", "parameters": {}},)),
        dataclasses.replace(good, id="elsewhere", snapshot="mars"),
    )
    checks = {(c.task_id, c.agent): c for c in await proved(broken, DEMO, tmp_path)}
    assert checks["trivial", "null"].score == 1
    assert checks["lost", "reference"].score == 0
    assert checks["unsolved", "reference"].failure is Failure.ASSET
    assert checks["typo", "null"].score is None
    assert "lanch" in checks["typo", "null"].reason
    assert "mars" in checks["elsewhere", "null"].reason
    assert summary(list(checks.values()))["verified"] == 0
