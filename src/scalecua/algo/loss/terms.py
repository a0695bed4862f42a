"""What a loss sees: the trained tokens of some segments, laid end to end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True, slots=True)
class Terms:
    """Flat tensors of one length, one entry a trained token.

    `logp` (with gradient), `behaviour` and `reference` are log-probabilities under the current policy,
    the one that sampled the token and the one at the start of the stage, all of the distribution sampled
    from. `advantage` is the trajectory's; `weight` is the segment's, from `Normalise`. `reference` may be
    None where the KL coefficient is 0, and `entropy` (with gradient, in nats) where its own is.
    """

    logp: Tensor
    behaviour: Tensor
    advantage: Tensor
    weight: Tensor
    reference: Tensor | None = None
    entropy: Tensor | None = None
