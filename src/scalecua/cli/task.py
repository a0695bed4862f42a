"""`scalecua task`: look at tasks and prove them on live desktops."""

from pathlib import Path
from typing import Annotated

import typer

from scalecua.cli import authoring, judging
from scalecua.cli.options import Json, Settings, emit

app = typer.Typer(no_args_is_help=True, help="Look at tasks, and verify them on live desktops.")
app.command("new")(authoring.new)
app.command("run")(authoring.run)
app.command("import")(authoring.bring)
app.command("schema")(authoring.schema)
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
    from scalecua.desktop.needed import fitted
    from scalecua.launch.signals import run_until_signalled
    from scalecua.tasks.folder import load as load_task

    task = load_task(path)
    section = fitted(load(config or [], settings or []).desktop, task.apps)
    made = record(task, section, to, keep=keep, bind=bind, port=port, as_json=as_json)
    raise typer.Exit(run_until_signalled(made))


@app.command("verify")
def verify(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Task folders, files, or folders of them.")
    ] = None,
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
    from scalecua.desktop.needed import fitted
    from scalecua.tasks.find import every

    if everything == bool(paths):
        raise ConfigError("give either task paths or --all (the starter pool)")
    placed = [(None, task) for task in starter(variants)] if everything else list(every(paths or []))
    chosen = [task for _, task in placed]
    settled = load(config or [], [*(settings or []), f"desktop.count={parallel}"])
    needed = fitted(settled.desktop, {name for task in chosen for name in task.apps})
    settled = settled.model_copy(update={"desktop": needed})
    if quick:
        report = prove(chosen, settled, quiet=as_json)
    else:
        report = attacked(placed, settled, keep, quiet=as_json)
    if as_json:
        emit(report)
    else:
        typer.echo(f"{report['verified']} of {report['tasks']} tasks verified")
    raise typer.Exit(0 if not report["findings"] else 1)
