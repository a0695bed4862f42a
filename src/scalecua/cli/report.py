"""`scalecua report`: the report of a run, built again from its folder."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from scalecua.cli.options import Json, emit


def report(run: Annotated[Path, typer.Argument(help="Run folder.")], as_json: Json = False) -> None:
    """Write report.json, report.html and figures/ from what the run folder holds.

    Of a run that is not finished the page shows what is known so far, and report.json is not written.
    """
    from scalecua.recipe.assemble import store
    from scalecua.recipe.folder import RunFolder, open_run
    from scalecua.recipe.present import present

    config = open_run(run, [], [], resume=True)
    folder = RunFolder(run)
    opened = store(config, folder)
    try:
        found = asyncio.run(present(config, folder, opened))
    finally:
        opened.close()
    if as_json:
        emit(found)
    else:
        typer.echo(f"{folder.page}{'' if found['finished'] else ' (the run is not finished)'}")
