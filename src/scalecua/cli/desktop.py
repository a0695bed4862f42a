"""`scalecua desktop`: build the root filesystem, hold a desktop, clean up."""

import asyncio
from typing import Annotated

import typer

from scalecua.cli.options import Files, Json, Settings, emit

app = typer.Typer(no_args_is_help=True, help="Build, run and clean up live desktops.")


@app.command("build")
def build(
    apps: Annotated[str, typer.Option(help="Group of applications to install.")] = "light",
    as_json: Json = False,
) -> None:
    """Make the root filesystem that every desktop shares; does nothing when it is up to date."""
    from scalecua.desktop.rootfs import build as build_rootfs

    path = build_rootfs(apps, progress=lambda line: typer.echo(line, err=as_json))
    if as_json:
        emit({"path": str(path)})


@app.command("run")
def run(
    files: Files = None,
    snapshot: Annotated[str, typer.Option(help="Name of a snapshot of [desktop.snapshots].")] = "default",
    port: Annotated[int | None, typer.Option(help="Also listen on this port of 127.0.0.1.")] = None,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Start one desktop, print how to reach it, and hold it until interrupted."""
    from scalecua.config.load import load

    section = load(files or [], settings or []).desktop

    async def hold() -> None:
        from scalecua.desktop.serve import serve

        async with serve(snapshot, section, port) as address:
            if as_json:
                emit(address)
            else:
                for key, value in address.items():
                    typer.echo(f"{key:<9} {value}")
                typer.echo("Ctrl-C ends it.")
            await asyncio.Event().wait()

    from scalecua.launch.signals import run_until_signalled

    raise typer.Exit(run_until_signalled(hold()))


@app.command("reap")
def reap(as_json: Json = False) -> None:
    """Remove what desktops of dead processes left behind."""
    from scalecua.desktop.reap import reap as reap_desktops

    removed = reap_desktops()
    if as_json:
        emit({"removed": removed})
    else:
        typer.echo(f"{removed} left-over desktops removed")
