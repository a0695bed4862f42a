"""`scalecua warmup` and `scalecua train`."""

from typing import Annotated

import typer

from scalecua.cli.options import Files, Run, Settings, run_folder

Resume = Annotated[bool, typer.Option("--resume", help="Go on from wherever the run was stopped.")]


def warmup(files: Files = None, run: Run = None, settings: Settings = None) -> None:
    """Record demonstrations on live desktops and train a tiny policy on them."""
    from scalecua.config.load import load
    from scalecua.launch.signals import run_until_signalled
    from scalecua.recipe.warmup import warm_up

    config = load(files or [], settings or [])
    raise typer.Exit(run_until_signalled(warm_up(config, run_folder(run, files, "-warmup"), typer.echo)))


def train(files: Files = None, run: Run = None, settings: Settings = None, resume: Resume = False) -> None:
    """Evaluate, train by reinforcement learning on live desktops, evaluate again, and report."""
    from scalecua.launch.local import train_locally
    from scalecua.launch.signals import run_until_signalled
    from scalecua.recipe.folder import open_run

    folder = run_folder(run, files)
    config = open_run(folder, files or [], settings or [], resume=resume)
    raise typer.Exit(run_until_signalled(train_locally(config, folder)))
