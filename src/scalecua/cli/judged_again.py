"""What `scalecua task rejudge` does, apart from its options."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import typer

from scalecua.recipe.assemble import store
from scalecua.recipe.folder import RunFolder, open_run
from scalecua.recipe.rejudge import Rejudged, rejudge
from scalecua.tasks.find import every


def judge_again(run: Path, tasks: Sequence[Path], *, quiet: bool) -> Rejudged:
    """Judge the run's final states again, telling how far it is."""
    config = open_run(run, [], [], resume=True)
    opened = store(config, RunFolder(run))

    def tell(count: int) -> None:
        if not quiet:
            typer.echo(f"judged {count}", err=True)

    try:
        replaced = {task.id: task for _, task in every(tasks)}
        return asyncio.run(rejudge(opened, config.reward, replaced, on_judged=tell))
    finally:
        opened.close()
