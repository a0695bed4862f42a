"""What `scalecua task verify` does, apart from its options."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from scalecua.config.tree import Config
from scalecua.core.task import Task
from scalecua.desktop import open as desktops
from scalecua.desktop.cache import cache_dir
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.starter import tasks
from scalecua.tasks.starter.template import Split
from scalecua.verify.attacked import attack
from scalecua.verify.badge import described, matrix, write
from scalecua.verify.check import Check, summary
from scalecua.verify.prove import Proof
from scalecua.verify.verify import verify

SEED = 0


def starter(variants: int) -> list[Task]:
    """`variants` of each template, of all its splits."""
    splits: tuple[Split, ...] = ("train", "heldout", "unseen")
    return [task for split in splits for task in tasks(split, variants, SEED)]


def prove(chosen: Sequence[Task], config: Config, *, quiet: bool) -> dict[str, Any]:
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
        count, blobs = config.desktop.count, FileBlobs(folder)
        assets = Assets(config.tasks.mirror, offline=config.tasks.offline)
        async with desktops.pool(config.desktop) as pool:
            return await verify(chosen, pool, blobs, parallel=count, on_result=tell, assets=assets)

    with tempfile.TemporaryDirectory(prefix="scalecua-verify-") as folder:
        checks = asyncio.run(run(Path(folder)))
    return summary(checks)


def attacked(
    chosen: Sequence[tuple[Path | None, Task]], config: Config, keep: Path | None, *, quiet: bool
) -> dict[str, Any]:
    """Attack every task, tell each proof as it comes, leave badges in task folders, and sum up."""
    places = {id(task): place for place, task in chosen}
    done = 0

    def tell(task: Task, proof: Proof) -> None:
        nonlocal done
        done += 1
        place = places[id(task)]
        if place is not None and place.is_dir():
            write(proof, task, place)
        if not (quiet and proof.proven):
            typer.echo(f"[{done}/{len(chosen)}] {_line(proof)}", err=True)

    async def run(folder: Path) -> list[Proof]:
        assets = Assets(config.tasks.mirror, offline=config.tasks.offline)
        tasks, count = [task for _, task in chosen], config.desktop.count
        async with desktops.pool(config.desktop) as pool:
            return await attack(tasks, pool, folder, parallel=count, assets=assets, on_proof=tell)

    proofs = asyncio.run(run(keep or cache_dir() / "verify"))
    wrong = [proof for proof in proofs if not proof.proven]
    return {
        "tasks": len(proofs),
        "verified": len(proofs) - len(wrong),
        "findings": [described(proof) for proof in wrong],
        "matrix": matrix(proofs),
        "desktop_seconds": round(sum(proof.desktop_s for proof in proofs), 1),
    }


def _line(proof: Proof) -> str:
    """A proof in a line, and below it what is wrong and what to do."""
    held = sum(one.held for one in proof.outcomes)
    head = (
        f"{'ok  ' if proof.proven else 'FAIL'} {proof.task_id}: {held} of {len(proof.outcomes)} attacks held"
    )
    return "\n    ".join((f"{head}, {proof.desktop_s:.0f} desktop seconds", *_complaints(proof)))


def _complaints(proof: Proof) -> Iterator[str]:
    for one in proof.findings:
        yield f"{one.fault} ({', '.join(one.attacks)}): {one.advice}"
    for lost in proof.outcomes:
        if lost.score is None:
            yield f"no score of {lost.name}: {lost.failure}: {lost.reason}"
