"""`scalecua task`: look at tasks and prove them on live desktops."""

from pathlib import Path
from typing import Annotated

import typer

from scalecua.cli import judging
from scalecua.cli.options import Json, Settings, emit

app = typer.Typer(no_args_is_help=True, help="Look at tasks, and verify them on live desktops.")
app.command("lint")(judging.lint)
app.command("runnable")(judging.runnable)
app.command("score")(judging.score)
app.command("rejudge")(judging.rejudge)
app.command("diff")(judging.diff)
Config = Annotated[list[Path] | None, typer.Option("--config", help="TOML file with a [desktop] section.")]


@app.command("show")
def show(path: Path, as_json: Json = False) -> None:
    """Print one task: a folder with task.json, or a file in OSWorld's format."""
    from dataclasses import asdict

    from scalecua.tasks.folder import load

    task = load(path)
    if as_json:
        emit(asdict(task))
    else:
        typer.echo(f"{task.id}\n{task.instruction}\napplications: {', '.join(task.apps) or 'none'}")
        for number, step in enumerate(task.setup, 1):
            typer.echo(f"setup {number}: {step['type']} {step.get('parameters', {})}")
        typer.echo(f"judge: {task.judge.get('func')}")


@app.command("demonstrate")
def demonstrate(
    path: Annotated[Path, typer.Argument(help="A folder with task.json, or a file in OSWorld's format.")],
    to: Annotated[Path, typer.Option(help="File to add the episode to; pictures go beside it.")] = Path(
        "demonstrations.jsonl"
    ),
    keep: Annotated[
        bool, typer.Option("--keep", help="Add it even if the judge does not score it 1.")
    ] = False,
    bind: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 5902,
    config: Config = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Do a task yourself in a browser page; `warmup --from FILE` trains on what you did."""
    from scalecua.cli.handmade import record
    from scalecua.config.load import load
    from scalecua.launch.signals import run_until_signalled
    from scalecua.tasks.folder import load as load_task

    section = load(config or [], settings or []).desktop
    made = record(load_task(path), section, to, keep=keep, bind=bind, port=port, as_json=as_json)
    raise typer.Exit(run_until_signalled(made))


@app.command("verify")
def verify(
    paths: Annotated[list[Path] | None, typer.Argument(help="Task folders or files.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="The starter pool.")] = False,
    variants: Annotated[int, typer.Option(help="Variants of each starter template and split.")] = 5,
    parallel: Annotated[int, typer.Option(help="Desktops at once.")] = 4,
    quick: Annotated[
        bool, typer.Option("--quick", help="Only the untouched start and the reference.")
    ] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Where what was found out is kept, to go on from.")
    ] = None,
    config: Config = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Prove judges on live desktops by attack: right ends score 1, nearly right ones and cheats do not.

    Finished attacks of a task that has not changed since are not carried out again.
    """
    from scalecua.cli.verification import attacked, prove, starter
    from scalecua.config.load import load
    from scalecua.core.errors import ConfigError
    from scalecua.tasks.folder import load as load_task

    if everything == bool(paths):
        raise ConfigError("give either task paths or --all (the starter pool)")
    override = [*(settings or []), f"desktop.count={parallel}"]
    places = [None] * len(starter(variants)) if everything else list(paths or [])
    chosen = starter(variants) if everything else [load_task(path) for path in paths or []]
    settled = load(config or [], override)
    if quick:
        report = prove(chosen, settled, quiet=as_json)
    else:
        report = attacked(list(zip(places, chosen, strict=True)), settled, keep, quiet=as_json)
    if as_json:
        emit(report)
    else:
        typer.echo(f"{report['verified']} of {report['tasks']} tasks verified")
    raise typer.Exit(0 if not report["findings"] else 1)
