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
from scalecua.train.rollouts import rollouts

_K3 = KL(coefficient=0.0, estimator="k3")


class Tally:
    """Gathers over the rows of an update; means are over trained tokens, as often as they were visited.

    `norms` has one entry an optimiser step, of which a pass over the batch takes `parts`. Before any token is
    visited the policy is where the rollouts left it: no divergence, all ratios 1.
    """

    def __init__(self, batch: Batch, account: Account, *, success: float = 1.0) -> None:
        self.norms: list[float] = []
        self.parts = 1
        self.stopped = False
        self._tokens = 0
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._log_ratios: list[Tensor] = []
        self._gaps: list[Tensor] = []
        self._fixed = _counts(account) | rollouts(batch, success)

    @torch.no_grad()
    def row(self, terms: Terms, sampled: Tensor, entropy: Tensor, loss: float, objective: Objective) -> float:
        """Take one row's numbers; returns the sum of its tokens' divergence from the rollout policy."""
        log_ratio = (terms.logp - terms.behaviour).clamp(-LOG_RATIO_BOUND, LOG_RATIO_BOUND)
        ratio = log_ratio.exp()
        high, low = 1 + objective.policy.high, 1 - objective.policy.low
        clipped = torch.where(terms.advantage >= 0, ratio > high, ratio < low)
        divergence = float(_K3(terms.behaviour, terms.logp).sum())
        policy = objective.policy(terms.logp, terms.behaviour, terms.advantage) * terms.weight
        self._tokens += len(ratio)
        self._sums["loss"] += loss
        self._sums["policy_loss"] += float(policy.sum())
        self._sums["kl"] += divergence
        self._sums["entropy"] += float(entropy.sum())
        self._sums["clip_fraction"] += float(clipped.sum())
        if terms.reference is not None:
            self._sums["kl_reference"] += float(_K3(terms.logp, terms.reference).sum())
        self._log_ratios.append(log_ratio)
        if not self.norms:
            # No step was taken yet: whatever differs is the engine's arithmetic against the learner's.
            self._gaps.append((terms.logp - terms.behaviour)[sampled].abs())
        return divergence

    def metrics(self) -> dict[str, float]:
        """Everything by name."""
        still = {"kl": 0.0, "clip_fraction": 0.0, "loss": 0.0, "policy_loss": 0.0}
        result = self._fixed | still | {"kl_stopped": float(self.stopped)}
        result["grad_norm"] = float(np.mean(self.norms)) if self.norms else 0.0
        result["passes"] = len(self.norms) / self.parts
        if self._tokens:
            visits = self._tokens / self._fixed["tokens_trained"]
            result |= {name: total / self._tokens for name, total in self._sums.items()}
            result |= {name: self._sums[name] / visits for name in ("loss", "policy_loss")}
        return result | _ratios(self._log_ratios) | _gap(self._gaps)


def _counts(account: Account) -> dict[str, float]:
    omitted: Counter[Omission] = Counter()
    for counts in account.omitted.values():
        omitted.update(counts)
    result = {f"tokens_omitted_{reason.value}": float(omitted[reason]) for reason in Omission}
    return result | {"tokens_trained": float(sum(account.trained.values()))}


def _ratios(logs: list[Tensor]) -> dict[str, float]:
    """The probability ratio to the rollout policy: mean, maximum, and what 1 % lie below and above."""
    ratio = torch.cat(logs).exp().numpy() if logs else np.ones(1)
    low, high = np.quantile(ratio, [0.01, 0.99])
    return {
        "ratio_mean": float(ratio.mean()),
        "ratio_max": float(ratio.max()),
        "ratio_p01": float(low),
        "ratio_p99": float(high),
    }


def _gap(gaps: list[Tensor]) -> dict[str, float]:
    """How far the learner's log-probabilities are from the engine's under the same weights."""
    gap = torch.cat(gaps) if gaps else torch.empty(0)
    if not len(gap):
        return {}
    return {"logprob_gap_mean": float(gap.mean()), "logprob_gap_max": float(gap.max())}
