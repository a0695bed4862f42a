"""What `scalecua task verify` does, apart from its options."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from scalecua.config.desktop import DesktopSection
from scalecua.core.task import Task
from scalecua.desktop import open as desktops
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.starter import tasks
from scalecua.tasks.starter.template import Split
from scalecua.verify.check import Check, summary
from scalecua.verify.verify import verify

SEED = 0


def starter(variants: int) -> list[Task]:
    """`variants` of each template, of all its splits."""
    splits: tuple[Split, ...] = ("train", "heldout", "unseen")
    return [task for split in splits for task in tasks(split, variants, SEED)]


def prove(chosen: Sequence[Task], section: DesktopSection, *, quiet: bool) -> dict[str, Any]:
    """Verify on live desktops, telling each result as it comes, and sum up."""
    done = 0

    def tell(check: Check) -> None:
        nonlocal done
        done += 1
        if not (quiet and check.ok):
            score = "no score" if check.score is None else f"{check.score:g}"
            mark = "ok  " if check.ok else "FAIL"
            reason = "" if check.ok else f": {check.reason}"
            place = f"[{done}/{2 * len(chosen)}] {mark}"
            line = f"{place} {check.task_id} {check.agent} {score} {check.seconds:.1f} s{reason}"
            typer.echo(line, err=True)

    async def run(folder: Path) -> list[Check]:
        async with desktops.pool(section) as pool:
            return await verify(chosen, pool, FileBlobs(folder), parallel=section.count, on_result=tell)

    with tempfile.TemporaryDirectory(prefix="scalecua-verify-") as folder:
        checks = asyncio.run(run(Path(folder)))
    return summary(checks)
