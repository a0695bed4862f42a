"""The evaluations of a run: the same held-out tasks before and after, sampled and greedily."""

import asyncio
from typing import Any

from scalecua.config.tree import Config
from scalecua.evaluate.summary import summarise
from scalecua.recipe.assemble import sampling
from scalecua.recipe.tasks import heldout
from scalecua.store.sql import SqlStore

POLL_S = 0.2


def modes(config: Config) -> dict[str, bool]:
    """Suffix of an evaluation's name, and whether it is greedy."""
    return {"": False, "_greedy": True} if config.evaluation.greedy else {"": False}


async def evaluate(config: Config, store: SqlStore, when: str, version: int) -> dict[str, Any]:
    """Evaluate the newest policy, `version`, as `success_{when}` (and `_greedy`): the figures by name.

    Idempotent by name: what an earlier process of the run has played is not played again.
    """
    names = {f"success_{when}{suffix}": greedy for suffix, greedy in modes(config).items()}
    for name, greedy in names.items():
        await store.open_evaluation(
            name,
            heldout(config),
            passes=config.evaluation.passes,
            sampling=sampling(config, greedy=greedy),
            max_turns=config.rollout.max_turns,
            version=version,
        )
    while not all([await store.evaluation_done(name) for name in names]):
        await asyncio.sleep(POLL_S)
    return {name: summarise(await store.evaluation(name)) for name in names}
