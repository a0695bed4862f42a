"""`scalecua process`: the processes that a launcher starts; not for people."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Processes of a run, started by its launcher.")
Parent = Annotated[int, typer.Option(help="Process id of the launcher; this process dies with it.")]


@app.command("worker")
def worker(run: Path, name: str, parent: Parent) -> None:
    """Play leases until told to stop."""
    from scalecua.launch.signals import die_with, run_until_signalled

    die_with(parent)
    from scalecua.launch.heartbeat import with_beat
    from scalecua.launch.worker import work
    from scalecua.recipe.folder import RunFolder

    raise typer.Exit(run_until_signalled(with_beat(RunFolder(run).pulse("worker"), work(run, name))))


@app.command("learner")
def learner(run: Path, parent: Parent) -> None:
    """Update the policy until every iteration is done."""
    from scalecua.launch.signals import die_with, run_until_signalled

    die_with(parent)
    from scalecua.launch.heartbeat import with_beat
    from scalecua.launch.learner import learn
    from scalecua.recipe.folder import RunFolder

    raise typer.Exit(run_until_signalled(with_beat(RunFolder(run).pulse("learner"), learn(run))))
