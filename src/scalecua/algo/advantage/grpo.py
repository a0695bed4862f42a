"""A_j = (r_j - mean(r)) / std(r), over the scored rollouts of one task (GRPO; ScaleCUA, eq. 3).

The population standard deviation; below `floor` every advantage is 0. Nothing is added to the divisor:
that would shrink the advantages of groups that vary little.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from scalecua.core.knob import Knob
from scalecua.core.records import FloatArray


class GRPO(Knob):
    """Rewards relative to the group: mean 0 and standard deviation 1 wherever they vary."""

    kind: Literal["grpo"] = "grpo"
    floor: float = Field(1e-6, gt=0)

    def __call__(self, rewards: FloatArray) -> FloatArray:
        """Return one advantage a scored rollout, in the order of `rewards`."""
        std = float(np.std(rewards)) if rewards.size else 0.0
        if std < self.floor:
            return np.zeros_like(rewards)
        return np.asarray((rewards - rewards.mean()) / std)
