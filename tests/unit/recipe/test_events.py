"""TensorBoard finds every update once, whoever wrote it, and the evaluations at their version."""

import asyncio
import json
from typing import Any

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from scalecua.recipe.events import Events


def written(run: Any) -> EventAccumulator:
    async def write() -> None:
        events = Events(run.config, run.folder, run.store)
        following = asyncio.create_task(events.follow())
        await events.write()
        await events.write()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    asyncio.run(write())
    found = EventAccumulator(str(run.folder.tensorboard))
    found.Reload()
    return found


def steps(found: EventAccumulator, tag: str) -> list[tuple[int, float]]:
    return [(event.step, round(event.value, 4)) for event in found.Scalars(tag)]


def test_a_resumed_run_has_every_step_once(new_run: Any, play_all: Any) -> None:
    asyncio.run(play_all(new_run, updates=2))
    assert steps(written(new_run), "train/entropy") == [(0, 0.9), (1, 0.8)]
    with new_run.folder.metrics.open("a") as file:
        file.write(json.dumps({"update": 2, "entropy": 7.0}) + "\n")
    asyncio.run(new_run.train(0.6, 1))
    found = written(new_run)
    assert steps(found, "train/entropy") == [(0, 0.9), (1, 0.8), (2, 0.7)]
    before, after = steps(found, "evaluation_sampled/all")
    assert (before[0], after[0]) == (0, 3)
    assert before[1] < after[1]
    assert {"evaluation_unseen_greedy/all", "evaluation_greedy/button", "train/kl"} <= set(
        found.Tags()["scalars"]
    )
