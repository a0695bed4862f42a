"""What one update reports: every metric of `GRPOLearner.step` by name."""

from collections import Counter, defaultdict

import numpy as np
import torch
from torch import Tensor

from scalecua.algo.loss import KL, Objective, Terms
from scalecua.algo.loss.clipped import LOG_RATIO_BOUND
from scalecua.core.batch import Batch
from scalecua.core.segment import Omission
from scalecua.train.items import Account
from scalecua.train.tensors import Tensors

_K3 = KL(coefficient=0.0, estimator="k3")


class Tally:
    """Gathers over the rows of an update; means are over trained tokens, as often as they were visited."""

    def __init__(self, batch: Batch, account: Account) -> None:
        self.norms: list[float] = []
        self.stopped = False
        self._tokens = 0
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._ratio_max = 0.0
        self._fixed: dict[str, float] = _counts(account)
        rewards = [t.reward for g in batch.groups for t in g.trajectories if t.reward is not None]
        self._fixed["reward_mean"] = float(np.mean(rewards)) if rewards else 0.0
        self._fixed["rollouts"] = float(sum(len(group.trajectories) for group in batch.groups))

    def parity(self, before: Tensor, fixed: Tensors) -> None:
        """Compare the learner's log-probabilities before its first step with the rollout's."""
        gap = (before - fixed.behaviour)[fixed.sampled].abs()
        if len(gap):
            self._fixed["logprob_gap_mean"] = float(gap.mean())
            self._fixed["logprob_gap_max"] = float(gap.max())

    @torch.no_grad()
    def row(self, terms: Terms, entropy: Tensor, loss: float, objective: Objective) -> float:
        """Take one row's numbers; returns the sum of its tokens' divergence from the rollout policy."""
        ratio = (terms.logp - terms.behaviour).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND).exp()
        high, low = 1 + objective.policy.high, 1 - objective.policy.low
        clipped = torch.where(terms.advantage >= 0, ratio > high, ratio < low)
        divergence = float(_K3(terms.behaviour, terms.logp).sum())
        policy = objective.policy(terms.logp, terms.behaviour, terms.advantage) * terms.weight
        self._tokens += len(ratio)
        self._sums["loss"] += loss
        self._sums["policy_loss"] += float(policy.sum())
        self._sums["kl"] += divergence
        self._sums["entropy"] += float(entropy.sum())
        self._sums["ratio_mean"] += float(ratio.sum())
        self._sums["clip_fraction"] += float(clipped.sum())
        if terms.reference is not None:
            self._sums["kl_reference"] += float(_K3(terms.logp, terms.reference).sum())
        self._ratio_max = max(self._ratio_max, float(ratio.max()))
        return divergence

    def metrics(self) -> dict[str, float]:
        """Everything by name; without a trained token, only what can be said."""
        if not self._tokens:
            return dict(self._fixed)
        tokens, trained = self._tokens, self._fixed["tokens_trained"]
        result = {name: total / tokens for name, total in self._sums.items()}
        for name in ("loss", "policy_loss"):
            result[name] = self._sums[name] * trained / tokens
        result |= {"ratio_max": self._ratio_max, "kl_stopped": float(self.stopped)}
        if self.norms:
            result["grad_norm"] = float(np.mean(self.norms))
        return self._fixed | result


def _counts(account: Account) -> dict[str, float]:
    omitted: Counter[Omission] = Counter()
    for counts in account.omitted.values():
        omitted.update(counts)
    result = {f"tokens_omitted_{reason.value}": float(omitted[reason]) for reason in Omission}
    return result | {"tokens_trained": float(sum(account.trained.values()))}
