"""GRPO on whole batches: passes x minibatches optimiser steps under one set of weights."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from scalecua.algo.loss import Normalise, Objective, Terms
from scalecua.algo.segmentation.cut import Segmentation
from scalecua.config.learner import LearnerSection
from scalecua.core.batch import Batch
from scalecua.core.observation import Blobs
from scalecua.core.segment import Omission, Segment
from scalecua.core.trajectory import Trajectory
from scalecua.policy import checkpoint
from scalecua.policy.family import Family
from scalecua.policy.model.load import load
from scalecua.policy.model.vision import FeatureCache, Images
from scalecua.policy.stream import segments
from scalecua.train import state
from scalecua.train.items import Account, Item, items, varies
from scalecua.train.lanes import Lanes
from scalecua.train.logprobs import LiveVision, Rules, Scores, Vision, score_shared
from scalecua.train.memory import keep_memory
from scalecua.train.optimiser import Optimiser, linear_decay
from scalecua.train.packing import pack_shared
from scalecua.train.tally import Tally
from scalecua.train.tensors import Tensors, tensors

PIXEL_BYTES = 256 * 2**20
FEATURE_BYTES = 2**30


@dataclass(frozen=True, slots=True)
class _Row:
    """A row's gradient by parameter and what is told of it; the entries of the last four are its tokens."""

    gradient: Sequence[Tensor | None]
    terms: Terms
    sampled: Tensor
    entropy: Tensor
    loss: float


class GRPOLearner:
    """Core `Learner` over the checkpoint at `folder`, whose optimiser state it takes up if there is one.

    `reference` is the policy at the start of the stage (default: `folder` itself), read only where the KL
    coefficient is above 0. Shuffling depends on `seed` and the batch's update alone, so that an update
    done again after a crash is the same update. A judge's score of `success` or more counts as one in the
    metrics. After `step`, `account` says what became of every token.
    """

    def __init__(
        self,
        folder: Path,
        *,
        family: Family,
        segmentation: Segmentation,
        blobs: Blobs,
        section: LearnerSection,
        objective: Objective,
        normalise: Normalise,
        seed: int,
        success: float = 1.0,
        reference: Path | None = None,
    ) -> None:
        self.folder, self.section, self.objective = folder, section, objective
        self.account = Account({}, {})
        self._family, self._segmentation, self._normalise, self._seed = family, segmentation, normalise, seed
        self._success = success
        manifest = checkpoint.read(folder)
        self.version = manifest.version if manifest else 0
        self.model = load(folder)
        self.model.model.visual.requires_grad_(section.train_vision)
        self.optimiser = Optimiser(self.model, section)
        state.restore(folder, self.optimiser)
        images = Images(family.processor, blobs, limit=PIXEL_BYTES)
        frozen = FeatureCache(images, limit=FEATURE_BYTES)
        self._vision: Vision = LiveVision(images) if section.train_vision else frozen
        self._rules = Rules(family.processor.forbidden, family.processor.vocabulary)
        self._lanes = Lanes(section.threads or 1)
        self._reference = None
        if objective.kl.coefficient > 0:
            self._reference = load(reference or folder).requires_grad_(False)
            self._reference_vision: Vision = LiveVision(images) if section.train_vision else frozen

    @property
    def steps(self) -> int:
        """Optimiser steps taken since the first version."""
        return self.optimiser.steps

    @property
    def omitted(self) -> Mapping[str, Mapping[Omission, int]]:
        """Sampled tokens that the last step left out, by trajectory id and reason."""
        return self.account.omitted

    @property
    def trained(self) -> Mapping[str, int]:
        """Sampled tokens that the last step trained, by trajectory id."""
        return self.account.trained

    def step(self, batch: Batch) -> dict[str, float]:
        """One update on the batch; afterwards the learner's version is one more than the batch's update."""
        began = time.monotonic()
        keep_memory()
        todo, self.account = items(batch, self._replay, max_sequence=self.section.max_sequence)
        tally = Tally(batch, self.account, success=self._success)
        self.optimiser.decay = linear_decay(batch.update / self.section.iterations, self.section.final)
        if todo:
            weights = self._normalise(batch.groups, [item.segment for item in todo])
            fixed = self._fixed(todo, tensors(todo, weights))
            self._train(todo, fixed, np.random.default_rng([self._seed, batch.update]), tally)
        self.version = batch.update + 1
        return tally.metrics() | {
            "seconds": time.monotonic() - began,
            "groups_varied": float(sum(varies(group) for group in batch.groups)),
            "segments": float(len(todo)),
            "learning_rate": self.optimiser.rate,
            "optimiser_step": float(self.optimiser.steps),
        }

    def save(self, folder: Path) -> None:
        """Write model, processor files and optimiser state into an empty folder."""
        state.save(self.folder, folder, self.model, self.optimiser)

    def accumulate(self, todo: Sequence[Item], chosen: Sequence[int], fixed: Tensors, tally: Tally) -> float:
        """Add the gradient of the loss of the items `chosen`, row by row; returns their mean divergence
        from the policy that sampled them. Any `token_budget` gives the same gradient.
        """
        divergence, count = 0.0, 0
        for row in self._lanes.map(lambda row: self._row(todo, row, fixed), self._rows(todo, chosen)):
            self.optimiser.add(row.gradient)
            divergence += tally.row(row.terms, row.sampled, row.entropy, row.loss, self.objective)
            count += len(row.entropy)
        return divergence / max(count, 1)

    def _train(self, todo: Sequence[Item], fixed: Tensors, rng: np.random.Generator, tally: Tally) -> None:
        parts = tally.parts = min(self.section.minibatches, len(todo))
        for _ in range(self.section.passes):
            for chosen in np.array_split(rng.permutation(len(todo)), parts):
                self.optimiser.zero()
                divergence = self.accumulate(todo, chosen.tolist(), fixed, tally)
                if self.section.kl_stop is not None and divergence > self.section.kl_stop:
                    tally.stopped = True
                    self.optimiser.zero()
                    return
                # A part holds 1 / parts of the batch's weight: scaled, the clip means the same for any split.
                tally.norms.append(self.optimiser.step(scale=parts))
        self.optimiser.zero()

    def _row(self, todo: Sequence[Item], row: Sequence[int], fixed: Tensors) -> "_Row":
        bonus = self.objective.entropy.coefficient > 0
        scores = self._score(self.model, todo, row, self._vision, undecided=bonus)
        terms = fixed.terms(scores.logp, row, scores.entropy if bonus else None)
        loss = self.objective(terms).sum()
        gradient = torch.autograd.grad(loss, self.optimiser.parameters, allow_unused=True)
        told, entropy = replace(terms, logp=terms.logp.detach(), entropy=None), scores.entropy.detach()
        return _Row(gradient, told, fixed.sampled[fixed.index(row)], entropy, float(loss.detach()))

    def _fixed(self, todo: Sequence[Item], fixed: Tensors) -> Tensors:
        """What stays the same over the passes; the learner measures itself only what nobody sampled."""
        if not bool(fixed.sampled.all()):
            fixed = fixed.recomputed(self._all(self.model, todo, fixed, self._vision))
        if self._reference is None:
            return fixed
        return fixed.against(self._all(self._reference, todo, fixed, self._reference_vision))

    def _all(self, model: torch.nn.Module, todo: Sequence[Item], fixed: Tensors, vision: Vision) -> Tensor:
        """Log-probabilities of every trained token, without gradient."""

        @torch.no_grad()
        def logp(row: Sequence[int]) -> Tensor:
            return self._score(model, todo, row, vision).logp

        result = torch.empty_like(fixed.behaviour)
        rows = self._rows(todo, range(len(todo)))
        for row, found in zip(rows, self._lanes.map(logp, rows), strict=True):
            result[fixed.index(row)] = found
        return result

    def _rows(self, todo: Sequence[Item], chosen: Sequence[int]) -> list[list[int]]:
        streams = [todo[i].segment for i in chosen]
        return [[chosen[i] for i in row] for row in pack_shared(streams, self.section.token_budget)]

    def _score(
        self,
        model: torch.nn.Module,
        todo: Sequence[Item],
        row: Sequence[int],
        vision: Vision,
        *,
        undecided: bool = False,
    ) -> Scores:
        picked = [todo[i] for i in row]
        heats = [item.temperature for item in picked]
        segments = [item.segment for item in picked]
        return score_shared(model, segments, heats, vision, self._rules, undecided=undecided)

    def _replay(self, trajectory: Trajectory, instruction: str, advantage: float) -> tuple[Segment, ...]:
        return segments(trajectory, instruction, self._family, self._segmentation, advantage=advantage)
