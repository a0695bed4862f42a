"""What `scalecua task run` does, apart from its options."""

import asyncio
import tempfile
from pathlib import Path
from typing import Literal

import typer

from scalecua.cli.options import emit, told_page
from scalecua.config.tree import Config
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.desktop import open as desktops
from scalecua.desktop import token
from scalecua.recipe.handmade import demonstrate
from scalecua.recipe.played import page, played
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets


async def play_and_show(
    task: Task,
    config: Config,
    to: Path,
    by: Literal["reference", "null", "hand"],
    *,
    bind: str,
    port: int,
    as_json: bool,
) -> None:
    """Play one episode and write its page.

    Exit code 3 where there is no verdict, 1 where the reference scores less than 1.
    """
    assets = Assets(config.tasks.mirror, offline=config.tasks.offline)
    with tempfile.TemporaryDirectory(prefix="scalecua-task-run-") as folder:
        blobs = FileBlobs(Path(folder))
        async with desktops.pool(config.desktop) as pool:
            if by == "hand":
                secret = token.own()
                tell = told_page(secret, as_json=as_json, before=f"{task.instruction}\n", end="gives it up")
                episode = await demonstrate(
                    task, pool, blobs, secret, bind=bind, port=port, tell=tell, assets=assets
                )
            else:
                episode = await played(task, pool, blobs, by, assets)
        text = await asyncio.to_thread(page, task, episode, blobs, by)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(text, encoding="utf-8")
    _tell(task, episode, to, as_json=as_json)
    score = None if episode.verdict is None else episode.verdict.score
    raise typer.Exit(3 if score is None else int(by == "reference" and score < 1))


def _tell(task: Task, episode: Trajectory, to: Path, *, as_json: bool) -> None:
    verdict = episode.verdict
    reason = episode.detail if verdict is None else verdict.reason
    checks = {} if verdict is None else dict(verdict.checks)
    if as_json:
        failure = None if episode.failure is None else episode.failure.value
        found = {"reward": None if verdict is None else verdict.score, "checks": checks, "reason": reason}
        emit({"task": task.id, **found, "error": failure, "turns": len(episode.turns), "page": str(to)})
        return
    typer.echo("no score" if verdict is None else f"score {verdict.score:g}, {len(episode.turns)} turns")
    for name, value in checks.items():
        typer.echo(f"  {value:g}  {name}")
    if reason:
        typer.echo(reason)
    errors = [f"turn {number}: {turn.error}" for number, turn in enumerate(episode.turns, 1) if turn.error]
    for line in errors:
        typer.echo(line)
    typer.echo(f"to look at: {to}")
