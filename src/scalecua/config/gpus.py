"""Which GPUs sample and which train: rollout = share * total, in whole replicas on either side (Table 11)."""

from dataclasses import dataclass
from fractions import Fraction

from scalecua.config.tree import Config
from scalecua.core.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Split:
    """GPUs of the cluster that sample, and that train."""

    rollout: int
    training: int


def split(config: Config) -> Split:
    """Return the split, both 0 on machines without GPUs; ConfigError if a replica would not be whole."""
    launch, sampling, training = config.launch, config.policy, config.learner
    total = launch.nodes * launch.gpus
    if not total:
        return Split(0, 0)
    rollout = Fraction(str(launch.rollout_share)) * total
    sides = {
        f"policy.tensor_parallel = {sampling.tensor_parallel}": (rollout, sampling.tensor_parallel),
        f"learner.tensor_parallel = {training.tensor_parallel}": (total - rollout, training.tensor_parallel),
    }
    for key, (count, parallel) in sides.items():
        if count % parallel:
            raise ConfigError(
                f"launch.rollout_share = {launch.rollout_share:g} of {total} GPUs leaves {float(count):g} "
                f"for replicas of {key}; choose a share that leaves a multiple"
            )
    return Split(int(rollout), total - int(rollout))
