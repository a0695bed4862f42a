"""Log-probabilities of the distribution sampled from: temperature, forbidden ids at -inf, then softmax.

The engine and the learner both call this; that is what makes their numbers comparable.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def log_probabilities(logits: Tensor, temperature: Tensor, forbidden: Tensor) -> Tensor:
    """(N, V) from `logits` (N, V), `temperature` (N) and `forbidden` (N, V) or (V), True where barred.

    Greedy decoding (temperature 0) is reported at temperature 1.
    """
    scale = torch.where(temperature > 0, temperature, torch.ones_like(temperature))
    scaled = (logits.float() / scale[:, None]).masked_fill(forbidden, -torch.inf)
    return torch.log_softmax(scaled, dim=-1)


def entropies(logp: Tensor) -> Tensor:
    """Entropy in nats of each row (N) of `logp` (N, V); barred ids contribute nothing."""
    return -(logp.exp() * logp.masked_fill(logp == -torch.inf, 0.0)).sum(-1)


def barred(forbidden: Sequence[int], *, known: int, rows: int) -> Tensor:
    """A mask (rows) of what may not be sampled: `forbidden` ids, and rows the tokenizer does not know."""
    mask = torch.arange(rows) >= known
    mask[[token for token in forbidden if token < rows]] = True
    return mask
