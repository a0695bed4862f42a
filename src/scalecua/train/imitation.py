"""The warm start: token cross-entropy on demonstrations, vision tower included."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from scalecua.algo.segmentation.cut import Segmentation
from scalecua.config.learner import LearnerSection
from scalecua.core.errors import PolicyError
from scalecua.core.observation import Blobs
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Trajectory
from scalecua.policy import checkpoint
from scalecua.policy.family import Family
from scalecua.policy.model.load import load
from scalecua.policy.model.vision import Images
from scalecua.policy.stream import segments
from scalecua.train import state
from scalecua.train.logprobs import LiveVision, Rules, score
from scalecua.train.memory import keep_memory
from scalecua.train.optimiser import Optimiser
from scalecua.train.packing import pack
from scalecua.train.pointing import Pointer, Pointing, pointers

Demonstration = tuple[str, Trajectory]
PIXEL_BYTES = 2**30


@dataclass(frozen=True, slots=True)
class Imitation:
    """AdamW on `batch` segments a step, for `steps` steps or `seconds`, whichever is over first.

    `pointing` weighs the supervision of an attention head (`train.pointing`) against the tokens' loss.
    `held_out` is the share of demonstrations whose loss is measured and never trained.
    """

    steps: int = 1000
    seconds: float | None = None
    batch: int = 16
    lr: float = 2e-3
    betas: tuple[float, float] = (0.9, 0.98)
    warmup_steps: int = 20
    grad_clip: float = 1.0
    pointing: float = 1.0
    held_out: float = 0.1
    token_budget: int = 16_384
    report_every: int = 50
    threads: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """A segment of a demonstration, and what its answers point at."""

    segment: Segment
    pointers: tuple[Pointer, ...]

    @property
    def tokens(self) -> int:
        """Tokens trained."""
        return sum(self.segment.mask)


@dataclass(frozen=True, slots=True)
class Progress:
    """Mean loss a trained token in nats: since the last report, and held out (None: nothing is).

    `pointing_loss` is the mean a point since the last report, 0 where it is not supervised.
    """

    step: int
    seconds: float
    loss: float
    pointing_loss: float
    held_out_loss: float | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The last progress, and the checkpoint that was written."""

    last: Progress
    path: Path
    sha256: str


def imitate(
    source: Path,
    target: Path,
    demonstrations: Sequence[Demonstration],
    *,
    family: Family,
    segmentation: Segmentation,
    blobs: Blobs,
    options: Imitation = Imitation(),
    progress: Callable[[Progress], None] = lambda _: None,
) -> Outcome:
    """Train the checkpoint at `source` on demonstrations and write `target`, whole or not at all.

    The same arguments give the same weights, unless `seconds` ends it. PolicyError without a demonstration.
    """
    torch.set_num_threads(options.threads)
    keep_memory()
    training, held_out = _split(demonstrations, family, segmentation, options)
    run = _Run(source, family, blobs, options)
    began = time.monotonic()
    losses: list[tuple[float, float]] = []
    last = Progress(0, 0.0, float("nan"), 0.0, run.loss(held_out))
    for step, chosen in enumerate(_batches(training, options), start=1):
        losses.append(run.step(chosen))
        elapsed = time.monotonic() - began
        over = step == options.steps or (options.seconds is not None and elapsed >= options.seconds)
        if over or step % options.report_every == 0:
            loss, pointing = np.mean(losses, axis=0)
            last = Progress(step, elapsed, float(loss), float(pointing), run.loss(held_out))
            losses.clear()
            progress(last)
        if over:
            break
    manifest = checkpoint.write(
        target, lambda into: state.save(source, into, run.model, None), version=0, step=last.step
    )
    return Outcome(last, target, manifest.weights_sha256)


class _Run:
    def __init__(self, source: Path, family: Family, blobs: Blobs, options: Imitation) -> None:
        self.model = load(source)
        self._options = options
        self._vision = LiveVision(Images(family.processor, blobs, limit=PIXEL_BYTES))
        self._rules = Rules(family.processor.forbidden, family.processor.vocabulary)
        section = LearnerSection(
            lr=options.lr,
            betas=options.betas,
            warmup_steps=options.warmup_steps,
            grad_clip=options.grad_clip,
        )
        self._optimiser = Optimiser(self.model, section)

    def step(self, chosen: Sequence[Example]) -> tuple[float, float]:
        """One optimiser step; returns the mean losses before it, a trained token and a point."""
        tokens = sum(example.tokens for example in chosen)
        marks = max(sum(len(example.pointers) for example in chosen), 1)
        loss, pointing = 0.0, 0.0
        self._optimiser.zero()
        for row in self._rows(chosen):
            spoken, pointed = self._losses(row)
            torch.autograd.backward(spoken / tokens + self._options.pointing * pointed / marks)
            loss += float(spoken.detach()) / tokens
            pointing += float(pointed.detach()) / marks
        self._optimiser.step()
        return loss, pointing

    @torch.no_grad()
    def loss(self, chosen: Sequence[Example]) -> float | None:
        """Mean loss a trained token; None if there is none."""
        tokens = sum(example.tokens for example in chosen)
        if not tokens:
            return None
        return sum(float(self._losses(row)[0]) for row in self._rows(chosen)) / tokens

    def _losses(self, row: Sequence[Example]) -> tuple[Tensor, Tensor]:
        made = [example.segment for example in row]
        marked = [example.pointers if self._options.pointing else () for example in row]
        watch = Pointing(self.model, marked, [len(segment.token_ids) for segment in made])
        scores = score(self.model, made, [1.0] * len(row), self._vision, self._rules, watch=watch)
        return -scores.logp.sum(), watch.total

    def _rows(self, chosen: Sequence[Example]) -> list[list[Example]]:
        lengths = [len(example.segment.token_ids) for example in chosen]
        return [[chosen[i] for i in row] for row in pack(lengths, self._options.token_budget)]


def _split(
    demonstrations: Sequence[Demonstration], family: Family, segmentation: Segmentation, options: Imitation
) -> tuple[list[Example], list[Example]]:
    order = np.random.default_rng([options.seed, 0]).permutation(len(demonstrations))
    count = int(options.held_out * len(demonstrations))
    parts: tuple[list[Example], list[Example]] = [], []
    for place, index in enumerate(order):
        instruction, trajectory = demonstrations[index]
        found = segments(trajectory, instruction, family, segmentation)
        parts[place < count].extend(
            Example(segment, pointers(trajectory, segment, family.processor)) for segment in found
        )
    if not parts[0]:
        raise PolicyError("there is no demonstration with an answer to imitate; collect some first")
    return parts


def _batches(training: Sequence[Example], options: Imitation) -> Iterator[list[Example]]:
    """Endless, epoch by epoch, each in a new order; a batch may span two epochs."""
    rng = np.random.default_rng([options.seed, 1])
    waiting: list[int] = []
    while True:
        while len(waiting) < options.batch:
            waiting.extend(rng.permutation(len(training)).tolist())
        yield [training[i] for i in waiting[: options.batch]]
        del waiting[: options.batch]
