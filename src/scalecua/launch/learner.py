"""The learner's process: the policy being trained, and the loop that takes batches from the store."""

import json
from collections.abc import Mapping
from pathlib import Path

from scalecua.algo.loss import Objective
from scalecua.config.load import load
from scalecua.recipe import assemble
from scalecua.recipe.folder import RunFolder
from scalecua.train.learner import GRPOLearner
from scalecua.train.loop import learn as learn_from
from scalecua.train.publish import Publisher


async def learn(run: Path) -> None:
    """Train the run in folder `run` until its last iteration is committed."""
    folder = RunFolder(run)
    config = load([folder.config])
    store = assemble.store(config, folder)
    publisher = Publisher(folder.checkpoints, keep=config.learner.keep)
    newest = publisher.path(await store.committed())
    learner = GRPOLearner(
        newest,
        family=assemble.family(config, newest),
        segmentation=config.segmentation,
        blobs=assemble.blobs(config, folder),
        section=config.learner,
        objective=Objective(policy=config.loss.policy, kl=config.loss.kl),
        normalise=config.loss.normalise,
        seed=config.seed,
        reference=publisher.path(0),
    )

    def log(update: int, metrics: Mapping[str, float]) -> None:
        with folder.metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"update": update, **metrics}) + "\n")

    await learn_from(store, learner, publisher, iterations=config.learner.iterations, on_update=log)
