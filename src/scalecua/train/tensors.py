"""The constants of one update, flat over the trained tokens of all its items."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from scalecua.algo.loss import Terms
from scalecua.core.records import FloatArray
from scalecua.train.items import Item


@dataclass(frozen=True, slots=True)
class Tensors:
    """One entry a trained token, in item order; `slices[i]` are those of item i.

    `sampled` is False where nobody sampled the token (a demonstration): its behaviour log-probability is
    the learner's own before the first step.
    """

    behaviour: Tensor
    advantage: Tensor
    weight: Tensor
    sampled: Tensor
    slices: tuple[slice, ...]
    reference: Tensor | None = None

    def terms(self, logp: Tensor, chosen: Sequence[int], entropy: Tensor | None = None) -> Terms:
        """What the loss sees of the items `chosen`, whose `logp` (and `entropy`) are laid end to end."""
        index = self.index(chosen)
        reference = None if self.reference is None else self.reference[index]
        constants = self.behaviour[index], self.advantage[index], self.weight[index]
        return Terms(logp, *constants, reference, entropy)

    def index(self, chosen: Sequence[int]) -> Tensor:
        """The entries of the items `chosen`, in that order."""
        return torch.cat([torch.arange(self.slices[i].start, self.slices[i].stop) for i in chosen])

    def against(self, reference: Tensor) -> "Tensors":
        """With the reference policy's log-probabilities."""
        return replace(self, reference=reference)

    def recomputed(self, before: Tensor) -> "Tensors":
        """With `before`, the learner's own log-probabilities, where there are no others."""
        return replace(self, behaviour=torch.where(self.sampled, self.behaviour, before))


def tensors(items: Sequence[Item], weights: FloatArray) -> Tensors:
    """Gather the constants of `items`; `weights` has one entry an item."""
    masks = [np.asarray(item.segment.mask, dtype=bool) for item in items]
    counts = [int(mask.sum()) for mask in masks]
    ends = np.cumsum(counts)

    def gather(name: str, kind: type) -> np.ndarray:
        parts = [
            np.asarray(getattr(item.segment, name), dtype=kind)[mask]
            for item, mask in zip(items, masks, strict=True)
        ]
        return np.concatenate(parts)

    advantages = np.repeat([item.segment.advantage for item in items], counts)
    return Tensors(
        behaviour=torch.from_numpy(gather("logprobs", np.float32)),
        advantage=torch.from_numpy(advantages.astype(np.float32)),
        weight=torch.from_numpy(np.repeat(weights, counts).astype(np.float32)),
        sampled=torch.from_numpy(gather("versions", np.int64) >= 0),
        slices=tuple(slice(int(end - count), int(end)) for end, count in zip(ends, counts, strict=True)),
    )
