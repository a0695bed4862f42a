"""L = sum_t w_t (policy_t + lambda KL_t - beta H_t) over the trained tokens (ScaleCUA, eq. 3, beta = 0).

The weights carry every mean and are 0 in a group without variance, whose KL therefore pulls at nothing;
being computed once for the whole batch, they make L the sum of the L of any split of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from scalecua.algo.loss.clipped import Clipped
from scalecua.algo.loss.entropy import Entropy
from scalecua.algo.loss.kl import KL
from scalecua.algo.loss.terms import Terms
from scalecua.core.knob import Knob

if TYPE_CHECKING:
    from torch import Tensor


class Objective(Knob):
    """The policy term, the KL penalty and the entropy bonus, weighted alike."""

    policy: Clipped = Field(default_factory=Clipped)
    kl: KL = Field(default_factory=KL)
    entropy: Entropy = Field(default_factory=Entropy)

    def __call__(self, terms: Terms) -> Tensor:
        """Return the weighted loss of each token; their sum is the loss.

        ValueError if a coefficient above 0 lacks its term.
        """
        loss = self.policy(terms.logp, terms.behaviour, terms.advantage)
        if self.kl.coefficient > 0:
            if terms.reference is None:
                raise ValueError("a KL coefficient above 0 needs the reference policy's log-probabilities")
            loss = loss + self.kl.coefficient * self.kl(terms.logp, terms.reference)
        if self.entropy.coefficient > 0:
            if terms.entropy is None:
                raise ValueError("an entropy coefficient above 0 needs the entropies of the distributions")
            loss = loss + self.entropy.coefficient * self.entropy(terms.entropy)
        return loss * terms.weight
