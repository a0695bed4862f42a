"""`scalecua task new`, `run`, `import` and `schema`: tasks of one's own, and others' in our format."""

import asyncio
from pathlib import Path
from typing import Annotated, Literal

import typer

from scalecua.cli.options import Json, Settings, emit


def new(
    name: Annotated[str, typer.Argument(help="The task's id, and the name of its folder.")],
    to: Annotated[Path, typer.Option(help="Folder to make it in.")] = Path("tasks"),
    as_json: Json = False,
) -> None:
    """Make a task folder to begin from: a small task that works, to be changed piece by piece."""
    from scalecua.core.errors import ConfigError
    from scalecua.tasks.example import example
    from scalecua.tasks.folder import save

    folder = to / name
    if Path(name).name != name or name in ("", ".", ".."):
        raise ConfigError(f"the name is {name!r}; it becomes a folder below {to}, so it has no slash")
    if folder.exists():
        raise ConfigError(f"{folder} is there already; give another name")
    save(example(name), folder)
    if as_json:
        emit({"task": name, "path": str(folder)})
    else:
        typer.echo(f"{folder}: change task.json, judge.py and solution.json, then")
        typer.echo(f"  scalecua task run {folder}\n  scalecua task verify {folder}")


def schema(
    of: Annotated[Literal["task", "solution"], typer.Argument(help="Which file.")] = "task",
) -> None:
    """Print the JSON Schema of task.json or solution.json."""
    from scalecua.tasks.document import schema as written

    emit(written(of))


def run(
    path: Annotated[Path, typer.Argument(help="A folder with task.json, or a task file.")],
    by: Annotated[
        Literal["reference", "null", "hand"],
        typer.Option(help="Who plays: its reference, nobody, or you, in a browser page."),
    ] = "reference",
    to: Annotated[
        Path | None, typer.Option(help="The page to write [default: runs/tasks/ID-PLAYER.html].")
    ] = None,
    bind: Annotated[str, typer.Option(help="By hand: address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="By hand: port to listen on; 0 takes a free one.")] = 5902,
    config: Annotated[
        list[Path] | None, typer.Option("--config", help="TOML file with a [desktop] section.")
    ] = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Play a task once on a live desktop: a page with every screenshot, and what the judge found."""
    from scalecua.cli.shown import play_and_show
    from scalecua.config.load import load
    from scalecua.desktop.needed import fitted
    from scalecua.launch.signals import run_until_signalled
    from scalecua.tasks.folder import load as load_task

    task = load_task(path)
    name = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in task.id)
    page = to or Path("runs") / "tasks" / f"{name}-{by}.html"
    settled = load(config or [], settings or [])
    settled = settled.model_copy(update={"desktop": fitted(settled.desktop, task.apps)})
    playing = play_and_show(task, settled, page, by, bind=bind, port=port, as_json=as_json)
    raise typer.Exit(run_until_signalled(playing))


def bring(
    paths: Annotated[
        list[Path], typer.Argument(help="OSWorld's or ScienceBoard's files, or folders of them.")
    ],
    to: Annotated[Path, typer.Option(help="Folder to make the task folders in.")] = Path("tasks"),
    bundle: Annotated[
        bool, typer.Option("--bundle", help="Put what the set-up downloads beside each task.")
    ] = False,
    mirror: Annotated[Path | None, typer.Option(help="Folder laid out as host/path, for --bundle.")] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Fetch nothing, for --bundle.")] = False,
    as_json: Json = False,
) -> None:
    """Turn tasks of other formats into folders of ours; exit code 1 if any could not be brought."""
    from scalecua.tasks.assets import Assets
    from scalecua.tasks.find import find
    from scalecua.tasks.imported import imported

    assets = Assets(mirror, offline=offline) if bundle else None
    told = asyncio.run(imported(find(paths), to, assets))
    failed = {str(file): one for file, one in told.items() if isinstance(one, str)}
    if as_json:
        made = {str(file): str(one) for file, one in told.items() if isinstance(one, Path)}
        emit({"imported": made, "failed": failed})
    else:
        for file, reason in failed.items():
            typer.echo(f"{file}: {reason}", err=True)
        typer.echo(f"{len(told) - len(failed)} of {len(told)} tasks are in {to}")
    raise typer.Exit(1 if failed else 0)
