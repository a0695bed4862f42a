"""The learner's process: the policy being trained, and the loop that takes batches from the store."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from scalecua.algo.loss import Objective
from scalecua.config.load import load
from scalecua.config.threads import learner_threads
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder, write_atomically
from scalecua.recipe.metrics import read_updates
from scalecua.train.learner import GRPOLearner
from scalecua.train.loop import learn as learn_from
from scalecua.train.publish import Publisher


async def learn(run: Path) -> None:
    """Train the run in folder `run` until its last iteration is committed, or the early warning ends it."""
    folder = RunFolder(run)
    config = load([folder.config])
    store = assemble.store(config, folder)
    section = config.learner.model_copy(update={"threads": learner_threads(config)})
    publisher = Publisher(folder.checkpoints, keep=section.keep, keep_every=section.keep_every)
    done = await store.committed()
    newest = publisher.path(done)
    learner = GRPOLearner(
        newest,
        family=assemble.family(config, newest),
        segmentation=config.segmentation,
        blobs=assemble.blobs(config, folder),
        section=section,
        objective=Objective(policy=config.loss.policy, kl=config.loss.kl, entropy=config.loss.entropy),
        normalise=config.loss.normalise,
        seed=config.seed,
        success=config.rollout.success,
        reference=publisher.path(0),
    )

    def log(update: int, metrics: Mapping[str, float]) -> None:
        with folder.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"update": update, **metrics}) + "\n")

    stop = await learn_from(
        store,
        learner,
        publisher,
        iterations=section.iterations,
        on_update=log,
        warning=config.warning,
        history=read_updates(folder, range(done)),
    )
    if stop is not None:
        write_atomically(folder.stopped, json.dumps(asdict(stop)) + "\n")
