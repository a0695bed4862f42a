"""`scalecua warmup` and `scalecua train`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from scalecua.cli.options import Files, Run, Settings, run_folder

Resume = Annotated[bool, typer.Option("--resume", help="Go on from wherever the run was stopped.")]


From = Annotated[
    list[Path] | None,
    typer.Option(
        "--from", help="Imitate a run's successes or a .jsonl file's episodes instead; may be repeated."
    ),
]


def warmup(files: Files = None, run: Run = None, settings: Settings = None, sources: From = None) -> None:
    """Record demonstrations on live desktops, or take trajectories from elsewhere, and imitate them."""
    from scalecua.config.load import load
    from scalecua.launch.signals import run_until_signalled
    from scalecua.recipe.warmup import warm_up

    given = [f"warmup.sources={json.dumps([str(path.resolve()) for path in sources])}"] if sources else []
    config = load(files or [], [*(settings or []), *given])
    raise typer.Exit(run_until_signalled(warm_up(config, run_folder(run, files, "-warmup"), typer.echo)))


def train(files: Files = None, run: Run = None, settings: Settings = None, resume: Resume = False) -> None:
    """Evaluate, train by reinforcement learning on live desktops, evaluate again, and report."""
    from scalecua.launch.local import train_locally
    from scalecua.launch.signals import run_until_signalled
    from scalecua.recipe.folder import open_run

    folder = run_folder(run, files)
    config = open_run(folder, files or [], settings or [], resume=resume)
    raise typer.Exit(run_until_signalled(train_locally(config, folder)))
