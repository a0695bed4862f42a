"""-min(rho A, clip(rho, 1 - low, 1 + high) A), not below c A where A < 0 (DAPO's clip, dual clip; eq. 3).

rho = pi_theta / pi_rollout, per trained token. With A < 0 the term to maximise is
max(min(rho A, clip(rho) A), c A), so that no single token can push without bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from scalecua.core.knob import Knob

if TYPE_CHECKING:
    from torch import Tensor

# Far outside every clip; keeps exp() finite, because an infinite ratio turns a zero gradient into NaN.
LOG_RATIO_BOUND = 20.0


class Clipped(Knob):
    """The policy term with an asymmetric clip and the dual clip `dual` (None: none)."""

    kind: Literal["clipped"] = "clipped"
    low: float = Field(0.2, ge=0, lt=1)
    high: float = Field(0.28, ge=0)
    dual: float | None = Field(3.0, gt=1)

    def __call__(self, logp: Tensor, behaviour: Tensor, advantage: Tensor) -> Tensor:
        """Return the loss of each token (to be minimised, unweighted), shaped like `logp`."""
        ratio = (logp - behaviour).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND).exp()
        gain = (ratio * advantage).minimum(ratio.clamp(1 - self.low, 1 + self.high) * advantage)
        if self.dual is not None:
            gain = gain.where(advantage >= 0, gain.maximum(self.dual * advantage))
        return -gain
