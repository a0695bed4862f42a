"""rho = exp(logp - behaviour) and what it tells of an update, per trained token.

KL(pi_rollout || pi_theta) is estimated by k3 = rho - 1 - log rho on tokens that pi_rollout sampled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


def divergence(logp: Tensor, behaviour: Tensor) -> Tensor:
    """Return the mean k3 divergence of the current policy from the one that sampled, a scalar >= 0."""
    log_ratio = logp - behaviour
    return (log_ratio.exp() - 1 - log_ratio).mean()


def clip_fraction(logp: Tensor, behaviour: Tensor, advantage: Tensor, low: float, high: float) -> Tensor:
    """Return the share of tokens whose gradient the clip stops, a scalar in [0, 1]."""
    ratio = (logp - behaviour).exp()
    above = (ratio > 1 + high) & (advantage > 0)
    below = (ratio < 1 - low) & (advantage < 0)
    return (above | below).to(logp.dtype).mean()
