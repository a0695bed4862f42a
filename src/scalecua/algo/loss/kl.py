"""KL(pi_theta || pi_ref) per token, with d = log pi_ref - log pi_theta (Schulman's estimators; eq. 3).

k1 = -d (unbiased, any sign); k2 = d^2 / 2 (never negative, its gradient is k1's in expectation);
k3 = exp(d) - 1 - d (unbiased and never negative).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from scalecua.algo.loss.clipped import LOG_RATIO_BOUND
from scalecua.core.knob import Knob

if TYPE_CHECKING:
    from torch import Tensor


class KL(Knob):
    """The divergence from the policy at the start of the stage, times `coefficient`."""

    kind: Literal["kl"] = "kl"
    coefficient: float = Field(1e-4, ge=0)
    estimator: Literal["k1", "k2", "k3"] = "k3"

    def __call__(self, logp: Tensor, reference: Tensor) -> Tensor:
        """Return the estimate of each token without the coefficient, shaped like `logp`."""
        d = (reference - logp).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND)
        if self.estimator == "k1":
            return -d
        if self.estimator == "k2":
            return d.square() / 2
        return d.exp() - 1 - d
