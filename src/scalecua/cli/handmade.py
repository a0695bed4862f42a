"""What `scalecua task demonstrate` does, apart from its options."""

import tempfile
from pathlib import Path

import typer

from scalecua.cli.options import emit, told_page
from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import TaskError
from scalecua.core.task import Task
from scalecua.desktop import open as desktops
from scalecua.desktop import token
from scalecua.recipe.handmade import demonstrate
from scalecua.recipe.written import append
from scalecua.store.blobs import FileBlobs


async def record(
    task: Task, section: DesktopSection, to: Path, *, keep: bool, bind: str, port: int, as_json: bool
) -> None:
    """Have one demonstration made and keep it; exit code 1 if the judge does not score it 1."""
    secret = token.own()
    tell = told_page(secret, as_json=as_json, before=f"{task.instruction}\n", end="gives it up")
    with tempfile.TemporaryDirectory(prefix="scalecua-demonstration-") as folder:
        blobs = FileBlobs(Path(folder))
        async with desktops.pool(section) as pool:
            made = await demonstrate(task, pool, blobs, secret, bind=bind, port=port, tell=tell)
        if made.verdict is None:
            raise TaskError(f"the episode has no verdict: {made.detail}", failure=made.failure)
        score, reason = made.verdict.score, made.verdict.reason
        kept = keep or score == 1
        if kept:
            append(to, task.instruction, made, blobs)
    if as_json:
        emit({"score": score, "turns": len(made.turns), "path": str(to) if kept else None, "reason": reason})
    else:
        what = f"added to {to}" if kept else f"not kept: {reason}"
        typer.echo(f"score {score:g}, {len(made.turns)} turns, {what}")
    if not kept:
        raise typer.Exit(1)
