"""Log-probabilities of the trained tokens of segments, from one packed forward pass.

The last layer and the head are applied only where a token is trained. Temperature and forbidden ids are
those of the sampling, so that the numbers are comparable to the engine's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from scalecua.core.segment import Segment
from scalecua.core.view import ImageRef
from scalecua.policy.model.distribution import barred, entropies, log_probabilities
from scalecua.policy.model.forward import Watch, hidden
from scalecua.policy.model.row import row
from scalecua.policy.model.shared import share
from scalecua.policy.model.vision import Features, Images, encode


class Vision(Protocol):
    """Where features of screenshots come from: a cache under a frozen tower, or the tower itself."""

    def features(self, model: Any, images: Sequence[ImageRef]) -> list[Features]:
        """Features in the order of `images`."""


class LiveVision:
    """Features through the tower on every call, with gradient; an image named twice is encoded once."""

    def __init__(self, images: Images) -> None:
        self._images = images

    def features(self, model: Any, images: Sequence[ImageRef]) -> list[Features]:
        """Features in the order of `images`."""
        unique = {(image.sha256, image.grid): image for image in images}
        if not unique:
            return []
        pixels = [self._images.pixels(image) for image in unique.values()]
        encoded = encode(model, pixels, [image.grid for image in unique.values()])
        found = dict(zip(unique, encoded, strict=True))
        return [found[image.sha256, image.grid] for image in images]


@dataclass(frozen=True, slots=True)
class Rules:
    """What the sampling barred: `forbidden` ids, and rows of the head beyond the tokenizer's `known` ids."""

    forbidden: tuple[int, ...]
    known: int


@dataclass(frozen=True, slots=True)
class Scores:
    """Flat over the trained tokens, segment by segment; `logp` has a gradient, `entropy` one if asked for."""

    logp: Tensor
    entropy: Tensor


def score(
    model: Any,
    segments: Sequence[Segment],
    temperatures: Sequence[float],
    vision: Vision,
    rules: Rules,
    *,
    watch: Watch | None = None,
    undecided: bool = False,
) -> Scores:
    """Scores of one row; `temperatures` has one entry a segment. `watch` sees the input of every layer.

    With `undecided`, the entropy keeps its gradient too.
    """
    config = model.config
    packed = row(segments, int(config.vision_config.spatial_merge_size))
    images = [image for segment in segments for image in segment.images]
    places, targets, counts = _trained(segments)
    logits = model.lm_head(hidden(model, packed, vision.features(model, images), only=places, watch=watch))
    heat = torch.repeat_interleave(torch.tensor(temperatures, dtype=torch.float32), counts)
    mask = barred(rules.forbidden, known=rules.known, rows=logits.shape[1])
    logp = log_probabilities(logits, heat, mask)
    entropy = entropies(logp if undecided else logp.detach())
    return Scores(logp.gather(1, targets[:, None])[:, 0], entropy)


def score_shared(
    model: Any,
    segments: Sequence[Segment],
    temperatures: Sequence[float],
    vision: Vision,
    rules: Rules,
    *,
    undecided: bool = False,
) -> Scores:
    """The `score` of segments that begin alike, with what they have in common computed once.

    The head is applied once a place, whichever tokens were sampled there.
    """
    packed = share(segments, int(model.config.vision_config.spatial_merge_size))
    inside = [np.flatnonzero(segment.mask) for segment in segments]
    asked = np.concatenate([place[at - 1] for place, at in zip(packed.places, inside, strict=True)])
    targets = np.concatenate([np.asarray(s.token_ids)[at] for s, at in zip(segments, inside, strict=True)])
    heats = np.repeat(np.asarray(temperatures, dtype=np.float32), [len(at) for at in inside])
    only, at_place = np.unique(asked, return_inverse=True)
    cases, case = np.unique(np.stack([at_place, heats]), axis=1, return_inverse=True)
    features = vision.features(model, packed.images)
    logits = model.lm_head(hidden(model, packed.row, features, only=torch.from_numpy(only)))
    mask = barred(rules.forbidden, known=rules.known, rows=logits.shape[1])
    rows = torch.from_numpy(cases[0].astype(np.int64))
    heat = torch.from_numpy(cases[1].astype(np.float32))
    logp = log_probabilities(logits if len(rows) == len(only) else logits[rows], heat, mask)
    entropy = entropies(logp if undecided else logp.detach())
    which = torch.from_numpy(case.reshape(-1))
    return Scores(logp[which, torch.from_numpy(targets.astype(np.int64))], entropy[which])


def _trained(segments: Sequence[Segment]) -> tuple[Tensor, Tensor, Tensor]:
    """Where the trained tokens are predicted (one place before them), their ids, and how many a segment."""
    places: list[np.ndarray] = []
    targets: list[np.ndarray] = []
    start = 0
    for segment in segments:
        inside = np.flatnonzero(segment.mask)
        places.append(inside - 1 + start)
        targets.append(np.asarray(segment.token_ids, dtype=np.int64)[inside])
        start += len(segment.token_ids)
    return (
        torch.from_numpy(np.concatenate(places)),
        torch.from_numpy(np.concatenate(targets)),
        torch.tensor([len(part) for part in targets]),
    )
