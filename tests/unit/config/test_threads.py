"""How many cores the learner takes."""

import os

from scalecua.config.load import load
from scalecua.config.threads import learner_threads


def test_a_learner_that_rollouts_wait_for_takes_every_core() -> None:
    assert learner_threads(load([], ["rollout.max_staleness=0"])) == len(os.sched_getaffinity(0))
    assert learner_threads(load([], ["rollout.max_staleness=1"])) == 1
    assert learner_threads(load([], ["rollout.max_staleness=0", "learner.threads=3"])) == 3
