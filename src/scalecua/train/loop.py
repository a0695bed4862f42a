"""The learner's loop: wait for a batch, step, publish, account, commit.

It may die between any two statements: an update counts once it is committed, and until then the same
update starts again from the last committed version, gets the same batch and replaces the same folder. An
early stop follows from the metrics of the committed updates alone, so that one cut short is found again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from scalecua.algo.warning import Alarm, EarlyWarning, History, Off, ranking
from scalecua.core.batch import Batch
from scalecua.core.errors import PolicyError
from scalecua.core.experience import Experience
from scalecua.core.failure import Failure
from scalecua.core.records import Records
from scalecua.core.segment import Omission
from scalecua.train.publish import Publisher

log = logging.getLogger(__name__)


class Source(Experience, Protocol):
    """Experience that knows how far training has come."""

    async def committed(self) -> int:
        """How many updates are done, which is the number of the next."""

    async def finished(self) -> bool:
        """Whether no further update can come: every draw was made, closed and trained or set aside."""

    async def records(self) -> Records:
        """The success records as they are now."""

    async def end_early(self, version: int, checkpoint: str, sha256: str) -> None:
        """Publish weights that no update made, idempotently; nothing is drawn or trained from then on."""


class Trainer(Protocol):
    """A learner that can be published and accounts for its tokens."""

    version: int

    @property
    def steps(self) -> int:
        """Optimiser steps taken."""

    @property
    def trained(self) -> Mapping[str, int]:
        """Tokens trained by the last step, by trajectory."""

    @property
    def omitted(self) -> Mapping[str, Mapping[Omission, int]]:
        """Tokens not trained by the last step, by trajectory and reason."""

    def step(self, batch: Batch) -> Mapping[str, float]:
        """One update."""

    def save(self, folder: Path) -> None:
        """Write everything a version needs into an empty folder."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Training ended after `update` for a reason in one sentence; version `best` is published again."""

    update: int
    reason: str
    best: int


async def learn(
    experience: Source,
    learner: Trainer,
    publisher: Publisher,
    *,
    iterations: int,
    on_update: Callable[[int, Mapping[str, float]], None],
    warning: EarlyWarning | None = None,
    history: History = (),
    poll_s: float = 0.2,
    wait_s: float = 3600.0,
) -> Stop | None:
    """Train until no update is left; update n, counted from 0, publishes version n + 1.

    There are `iterations` updates at most, and fewer where whole draws were lost or became stale, or where
    `warning` speaks: then the best version so far, never pruned, is published once more and the stop
    returned. `history` holds the metrics of the updates committed by earlier calls, `update` among them.
    `on_update(update, metrics)` is called before each commit, again for one that is redone. PolicyError if
    the learner does not hold the last committed version, or if no batch came within `wait_s` seconds.
    """
    done = await experience.committed()
    if learner.version != done:
        raise PolicyError(
            f"the learner holds version {learner.version}, but {done} updates are committed; "
            f"start it from {publisher.path(done)}"
        )
    warning, past = warning or Off(), list(history)
    for update in range(done, iterations):
        if (alarm := warning(past)) is not None:
            return await _end_early(experience, publisher, past, alarm)
        began = time.monotonic()
        batch = await _wait(experience, update, poll_s=poll_s, wait_s=wait_s)
        if batch is None:
            return None
        waited = time.monotonic() - began
        metrics = dict(await asyncio.to_thread(learner.step, batch))
        metrics |= {"wait_seconds": waited, **standing(await experience.records())}
        published = await asyncio.to_thread(publisher.publish, update + 1, learner)
        await experience.consume(update, learner.trained, learner.omitted)
        on_update(update, metrics)
        await experience.commit(update, published.version, str(published.path), published.sha256)
        past.append({"update": float(update), **metrics})
        publisher.prune(ranking(past, warning.sound(past))[:1])
    alarm = warning(past)
    return None if alarm is None else await _end_early(experience, publisher, past, alarm)


def standing(records: Records) -> dict[str, float]:
    """How the policy does over all records: the mean of those with a success rate, and how many have none."""
    known = records.ema[~np.isnan(records.ema)]
    mean = float(known.mean()) if known.size else 0.0
    return {"policy_success": mean, "records_unknown": float(len(records) - known.size)}


async def _end_early(experience: Source, publisher: Publisher, past: History, alarm: Alarm) -> Stop:
    """Publish the best version as the newest; again, after a kill, is the same."""
    last = int(past[-1]["update"])
    sound = sum(row["update"] < alarm.since for row in past)
    best = next(version for version in ranking(past, sound) if publisher.path(version).exists())
    again = await asyncio.to_thread(publisher.again, best, last + 2)
    await experience.end_early(again.version, str(again.path), again.sha256)
    return Stop(last, alarm.reason, best)


async def _wait(experience: Source, update: int, *, poll_s: float, wait_s: float) -> Batch | None:
    """The batch; None where none will come."""
    began = told = time.monotonic()
    while (batch := await experience.batch(update)) is None:
        if await experience.finished():
            return None
        now = time.monotonic()
        if now - began > wait_s:
            raise PolicyError(
                f"no batch for update {update} within {wait_s:g} s; are the rollout workers alive?",
                failure=Failure.TIMEOUT,
            )
        if now - told > 60:
            told = now
            log.warning("update %d has waited %.0f s for a full batch", update, now - began)
        await asyncio.sleep(poll_s)
    return batch
