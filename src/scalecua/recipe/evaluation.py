"""The evaluations of a run: the same tasks before and after, held-out and unseen, sampled and greedily."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from scalecua.config.tree import Config
from scalecua.core.task import Task
from scalecua.evaluate.summary import summarise
from scalecua.recipe.assemble import sampling
from scalecua.recipe.tasks import heldout, unseen
from scalecua.store.sql import SqlStore

POLL_S = 0.2
When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Kind:
    """One way to measure: on held-out variants or on `unseen` templates, sampled or `greedy`."""

    name: str
    unseen: bool
    greedy: bool

    def evaluation(self, when: When) -> str:
        """The name of the evaluation, which is its key in the report."""
        suffix = "_unseen" * self.unseen + "_greedy" * self.greedy
        return f"success_{when}{suffix}"

    @property
    def label(self) -> str:
        """The same for people."""
        which = "templates" if self.unseen else "variants"
        return f"held-out {which}, {'greedy' if self.greedy else 'sampled'}"


KINDS = (
    Kind("sampled", unseen=False, greedy=False),
    Kind("greedy", unseen=False, greedy=True),
    Kind("unseen", unseen=True, greedy=False),
    Kind("unseen_greedy", unseen=True, greedy=True),
)


def kinds(config: Config) -> Iterator[tuple[Kind, tuple[Task, ...]]]:
    """What the run measures, and on which tasks."""
    tasks = {False: heldout(config), True: unseen(config)}
    for kind in KINDS:
        if tasks[kind.unseen] and (config.evaluation.greedy or not kind.greedy):
            yield kind, tasks[kind.unseen]


async def order(config: Config, store: SqlStore, when: When, version: int) -> dict[str, int]:
    """Open all evaluations of `when` at once, so that no desktop idles between them: episodes by name.

    Idempotent by name: what an earlier process of the run has ordered or played stays as it is.
    """
    episodes = {}
    for kind, tasks in kinds(config):
        name = kind.evaluation(when)
        await store.open_evaluation(
            name,
            tasks,
            passes=config.evaluation.passes,
            sampling=sampling(config, greedy=kind.greedy),
            max_turns=config.rollout.max_turns,
            version=version,
        )
        episodes[name] = len(tasks) * config.evaluation.passes
    return episodes


async def played(config: Config, store: SqlStore, when: When) -> dict[str, Any]:
    """Wait until every ordered evaluation of `when` is played: its figures by name."""
    names = [kind.evaluation(when) for kind, _ in kinds(config)]
    while not all([await store.evaluation_done(name) for name in names]):
        await asyncio.sleep(POLL_S)
    return {name: summarise(await store.evaluation(name)) for name in names}


async def measured(config: Config, store: SqlStore) -> bool:
    """Whether the run is over: all its evaluations after training are opened and played."""
    standing = (await store.live(0.0)).evaluations
    return all(
        (found := standing.get(kind.evaluation("after"))) is not None and found.ended == found.episodes
        for kind, _ in kinds(config)
    )
