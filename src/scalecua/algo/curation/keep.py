"""keep(group) = 1, or keep(group) = [std(r) >= floor]: DAPO's filter of groups that say nothing.

A group whose rewards do not vary has no advantage and no gradient either way. Filtered, it also leaves
the means of the objective, so that the others weigh what they would weigh without it.
"""

from typing import Literal

import numpy as np
from pydantic import Field

from scalecua.core.knob import Knob
from scalecua.core.records import FloatArray


class KeepAll(Knob):
    """Every group with a scored member counts."""

    kind: Literal["keep_all"] = "keep_all"

    def __call__(self, rewards: FloatArray) -> bool:
        """Return whether the group with these rewards (its scored members') is kept."""
        return rewards.size > 0


class DropUniform(Knob):
    """Groups whose rewards have a population standard deviation below `floor` are filtered."""

    kind: Literal["drop_uniform"] = "drop_uniform"
    floor: float = Field(1e-6, ge=0)

    def __call__(self, rewards: FloatArray) -> bool:
        """Return whether the group with these rewards (its scored members') is kept."""
        return rewards.size > 0 and float(np.std(rewards)) >= self.floor
