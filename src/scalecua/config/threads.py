"""How many rows the learner works on at once."""

import os

from scalecua.config.tree import Config


def learner_threads(config: Config) -> int:
    """Return `learner.threads`; where it is None, every core if rollouts wait for the learner, else one."""
    if config.learner.threads is not None:
        return config.learner.threads
    return len(os.sched_getaffinity(0)) if config.rollout.max_staleness == 0 else 1
