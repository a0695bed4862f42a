"""Builds the parts of a run from its configuration; every process of a run builds them the same way."""

from pathlib import Path

from scalecua.config.tree import Config
from scalecua.core.completion import Sampling
from scalecua.core.errors import StoreError
from scalecua.policy.families import load_family
from scalecua.policy.family import Family
from scalecua.policy.processor import Processor
from scalecua.recipe.folder import RunFolder
from scalecua.store.blobs import FileBlobs
from scalecua.store.plan import Plan
from scalecua.store.sql import SqlStore
from scalecua.store.versions import Published


def sampling(config: Config, *, greedy: bool = False) -> Sampling:
    """How answers are drawn; the agent adds the family's forbidden ids and a seed a turn."""
    return Sampling(
        temperature=0.0 if greedy else config.policy.temperature, max_tokens=config.policy.max_tokens
    )


def plan(config: Config) -> Plan:
    """What the store needs to know to hand out the work of this run."""
    rollout = config.rollout
    return Plan(
        name="train",
        seed=config.seed,
        sampling=sampling(config),
        n=rollout.n,
        batch=rollout.batch,
        iterations=config.learner.iterations,
        max_turns=rollout.max_turns,
        prefilter=config.prefilter,
        sampler=config.sampler,
        alpha=rollout.ema_alpha,
        success=rollout.success,
        max_staleness=rollout.max_staleness,
        lease_s=rollout.lease_s,
        attempts=rollout.attempts,
        losses=rollout.losses,
        curation=config.curation,
        advantage=config.advantage,
    )


def blobs(config: Config, folder: RunFolder) -> FileBlobs:
    """Screenshots and final states."""
    return FileBlobs(Path(config.store.blobs) if config.store.blobs else folder.blobs)


def store(config: Config, folder: RunFolder) -> SqlStore:
    """The facts of the run."""
    url = config.store.url or f"sqlite:///{folder.store.resolve()}"
    return SqlStore(url, blobs(config, folder), plan(config))


async def newest(store: SqlStore) -> Published:
    """The newest policy version; StoreError before version 0 is published."""
    published = await store.latest()
    if published is None:
        raise StoreError("no policy version is published yet; `scalecua train` publishes the first")
    return published


def family(config: Config, checkpoint: Path) -> Family:
    """The model family with the processor of a checkpoint."""
    return load_family(config.policy.family, Processor.load(checkpoint))
