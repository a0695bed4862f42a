"""Writes all that a person gets of a run: the report, its page, and the figures as files."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scalecua.config.tree import Config
from scalecua.recipe import page, report, stories
from scalecua.recipe.figures import Figures, draw
from scalecua.recipe.folder import RunFolder, write_atomically
from scalecua.recipe.sheet import sheet
from scalecua.store.sql import SqlStore

SHEETS = 3


async def present(config: Config, folder: RunFolder, store: SqlStore) -> dict[str, Any]:
    """Build everything from the run folder, whole or again, and return the report.

    `report.json` comes last, and only once the run is over: it says that there is nothing left to do.
    """
    found = await report.build(config, folder, store)
    told = await stories.choose(store, found["by_template"])
    await asyncio.to_thread(_write, found, told, config, folder)
    if found["finished"]:
        report.write(folder, found)
    return found


def _write(found: Mapping[str, Any], told: stories.Stories, config: Config, folder: RunFolder) -> None:
    figures: Figures = draw(found, page.headline(found))
    files = {**figures.files, **{f"episode-{n}.png": sheet(s) for n, s in enumerate(told.won[:SHEETS], 1)}}
    folder.figures.mkdir(exist_ok=True)
    for name, data in files.items():
        _replace(folder.figures / name, data)
    title = folder.root.resolve().name
    write_atomically(folder.page, page.render(found, figures, told, config, title))


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_suffix(path.suffix + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)
