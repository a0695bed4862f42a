"""Warm start: reference solutions recorded on live desktops, then imitation of them."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from scalecua.config import available
from scalecua.config.dump import to_toml
from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError
from scalecua.desktop import open as desktops
from scalecua.policy.family import Family
from scalecua.recipe import assemble
from scalecua.recipe.demonstrate import missing, record
from scalecua.recipe.folder import RunFolder, locked, write_atomically
from scalecua.recipe.imported import demonstrations
from scalecua.recipe.initial import fresh, source
from scalecua.store.sql import SqlStore
from scalecua.train.imitation import Imitation, Progress, imitate
from scalecua.train.material import Demonstration

WARM = "warm"
LINE_S = 10.0
Say = Callable[[str], None]


async def warm_up(config: Config, root: Path, say: Say) -> None:
    """Gather or record what to imitate, imitate it, and write `checkpoints/warm` into the run.

    A run whose checkpoint is there is finished; one that was interrupted while recording goes on.
    ConfigError if the folder holds a warm start of another configuration, or if this one needs a part that
    the build lacks.
    """
    available.check(config)
    folder = RunFolder(root)
    with locked(root):
        _claim(config, folder)
        target = folder.checkpoints / WARM
        if target.exists():
            say(f"{target} is there already")
            return
        base = fresh(config, folder, "base") if config.warmup.fresh else source(config, folder, "base")
        material = await _material(config, folder, assemble.family(config, base), say)
        await asyncio.to_thread(_imitate, config, folder, base, material, say)
        say(f"warm start: {target}")


async def _material(config: Config, folder: RunFolder, family: Family, say: Say) -> list[Demonstration]:
    blobs = assemble.blobs(config, folder)
    found: list[Demonstration] = []
    for place in config.warmup.sources:
        more = await demonstrations(place, family, blobs)
        say(f"{len(more)} trajectories from {place}")
        found += more
    if found:
        return found
    store = assemble.store(config, folder)
    await _record(config, store, say)
    recorded = sorted(await store.demonstrations(), key=lambda pair: pair[0].id)
    return [(task.instruction, trajectory) for task, trajectory in recorded]


async def _record(config: Config, store: SqlStore, say: Say) -> None:
    wanted = missing(config, [task for task, _ in await store.demonstrations()])
    if not wanted:
        return
    say(f"recording {len(wanted)} demonstrations on {config.desktop.count} desktops")
    began = told = time.monotonic()

    def tell(done: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= LINE_S or done == len(wanted):
            told = now
            say(f"  {done}/{len(wanted)} demonstrations, {60 * done / (now - began):.0f} a minute")

    async with desktops.pool(config.desktop) as pool:
        for reason in await record(config, store, pool, wanted, tell):
            say(f"  given up: {reason}")


def _claim(config: Config, folder: RunFolder) -> None:
    text = to_toml(config)
    if not folder.config.exists():
        write_atomically(folder.config, text)
    elif folder.config.read_text(encoding="utf-8") != text:
        raise ConfigError(f"{folder.root} holds a warm start of another configuration; choose another --run")


def _imitate(
    config: Config, folder: RunFolder, base: Path, material: Sequence[Demonstration], say: Say
) -> None:
    warmup = config.warmup

    def tell(progress: Progress) -> None:
        held_out = "" if progress.held_out_loss is None else f", held out {progress.held_out_loss:.3f}"
        say(
            f"  step {progress.step}/{warmup.steps}, {progress.seconds:.0f} s: loss {progress.loss:.3f}"
            f"{held_out}, pointing {progress.pointing_loss:.2f}, copying {progress.copying_loss:.2f}, "
            f"reading {progress.reading_loss:.2f}"
        )

    say(f"imitating {len(material)} demonstrations")
    imitate(
        base,
        folder.checkpoints / WARM,
        material,
        family=assemble.family(config, base),
        segmentation=config.segmentation,
        blobs=assemble.blobs(config, folder),
        options=Imitation(
            steps=warmup.steps,
            seconds=warmup.seconds,
            primer=warmup.primer,
            sight=warmup.sight,
            batch=warmup.batch,
            drills=warmup.drills,
            blind=warmup.blind,
            copies=warmup.copies,
            screens=warmup.screens,
            lr=warmup.lr,
            final=warmup.final,
            threads=warmup.threads,
            seed=config.seed,
        ),
        progress=tell,
    )
