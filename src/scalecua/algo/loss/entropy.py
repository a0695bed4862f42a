"""-H(pi_theta(. | x_<t)) per trained token, in nats, of the whole distribution: staying undecided pays.

ScaleCUA trains without it (Table 10: coefficient 0).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from scalecua.core.knob import Knob

if TYPE_CHECKING:
    from torch import Tensor


class Entropy(Knob):
    """The bonus, times `coefficient`."""

    kind: Literal["entropy"] = "entropy"
    coefficient: float = Field(0.0, ge=0)

    def __call__(self, entropy: Tensor) -> Tensor:
        """Return the loss of each token without the coefficient, shaped like `entropy`."""
        return -entropy
