"""`scalecua desktop`: build the root filesystem, hold a desktop, clean up."""

import asyncio
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from scalecua.cli.options import Files, Json, Settings, emit, told_page

app = typer.Typer(no_args_is_help=True, help="Build, run and clean up live desktops.")


@app.command("build")
def build(
    apps: Annotated[str, typer.Option(help="Group of applications to install.")] = "light",
    as_json: Json = False,
) -> None:
    """Make the root filesystem that every desktop shares; does nothing when it is up to date."""
    from scalecua.desktop.build import build as build_rootfs

    path = build_rootfs(apps, progress=lambda line: typer.echo(line, err=as_json))
    if as_json:
        emit({"path": str(path)})


@app.command("apps")
def apps(
    group: Annotated[str, typer.Option(help="Group of applications to show.")] = "all",
    as_json: Json = False,
) -> None:
    """Show the applications that `build --apps GROUP` installs."""
    from scalecua.desktop.catalogue import of

    found = of(group)
    if as_json:
        emit({"applications": [asdict(one) for one in found]})
        return
    for one in found:
        read = ", ".join(one.reads)
        typer.echo(f"{one.name:<20} {one.group:<8} {shlex.join(one.command)}  (read by {read})")


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


@app.command("host")
def host(
    files: Files = None,
    bind: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 5900,
    settings: Settings = None,
    as_json: Json = False,
) -> None:
    """Lend this machine's desktops over HTTP to whoever knows the token (SCALECUA_TOKEN, or a new one)."""
    from scalecua.config.load import load
    from scalecua.desktop import token
    from scalecua.desktop.host import app as server
    from scalecua.desktop.listen import listen

    section, secret = load(files or [], settings or []).desktop, token.own()

    def tell(url: str) -> None:
        if as_json:
            emit({"url": url, "token": secret, "desktops": section.count})
        else:
            typer.echo(f"url       {url}\ntoken     {secret}\ndesktops  {section.count}\nCtrl-C ends it.")

    from scalecua.launch.signals import run_until_signalled

    raise typer.Exit(run_until_signalled(listen(server(section, secret), bind, port, tell)))


@app.command("list")
def list_live(as_json: Json = False) -> None:
    """Show the live desktops of this machine, whichever process holds them."""
    from scalecua.desktop.live import every

    found = every()
    if as_json:
        facts = [
            {**asdict(live), "socket": str(live.socket), "age_s": round(live.age_s, 1)} for live in found
        ]
        emit({"desktops": facts})
        return
    for live in found:
        typer.echo(f"{live.id}  {live.backend:<10}  held by {live.owner:<8}  for {live.age_s:.0f} s")
    if not found:
        typer.echo("no live desktops on this machine")


@app.command("view")
def view(
    bind: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 5901,
    hands: Annotated[bool, typer.Option("--input", help="Let who looks use mouse and keyboard.")] = False,
    as_json: Json = False,
) -> None:
    """Show the live desktops of this machine in a browser: a grid, and one full screen."""
    from scalecua.desktop import token
    from scalecua.desktop.gallery import app as server
    from scalecua.desktop.listen import listen
    from scalecua.launch.signals import run_until_signalled

    secret = token.own()
    tell = told_page(secret, as_json=as_json, end="ends it")
    raise typer.Exit(run_until_signalled(listen(server(secret, hands=hands), bind, port, tell)))


@app.command("record")
def record(
    desktop: Annotated[str, typer.Argument(help="Name of a live desktop, or how it begins; see `list`.")],
    target: Annotated[Path, typer.Option("--to", help="Film to write, MP4.")] = Path("desktop.mp4"),
    seconds: Annotated[float, typer.Option(help="How long; Ctrl-C ends it before.")] = 30.0,
    as_json: Json = False,
) -> None:
    """Film a live desktop."""
    from scalecua.desktop.film import record as film
    from scalecua.desktop.live import named
    from scalecua.launch.signals import run_until_signalled

    live = named(desktop)

    async def filmed() -> None:
        size = await film(live, seconds, target)
        if as_json:
            emit({"desktop": live.id, "path": str(target), "bytes": size})
        else:
            typer.echo(f"{target}: {size >> 10} KiB")

    raise typer.Exit(run_until_signalled(filmed()))


@app.command("reap")
def reap(as_json: Json = False) -> None:
    """Remove what desktops of dead processes left behind."""
    from scalecua.desktop.docker import reap_if_there
    from scalecua.desktop.reap import reap as reap_desktops

    removed = reap_desktops() + reap_if_there()
    if as_json:
        emit({"removed": removed})
    else:
        typer.echo(f"{removed} left-over desktops removed")
