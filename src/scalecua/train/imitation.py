"""The warm start: token cross-entropy on demonstrations, vision tower included."""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor

from scalecua.algo.segmentation.cut import Segmentation
from scalecua.config.learner import LearnerSection
from scalecua.core.errors import PolicyError
from scalecua.core.observation import Blobs
from scalecua.core.records import FloatArray
from scalecua.policy import checkpoint
from scalecua.policy.family import Family
from scalecua.policy.model.load import load
from scalecua.policy.model.vision import Images
from scalecua.train import state
from scalecua.train.logprobs import LiveVision, Rules, score
from scalecua.train.material import Demonstration, Example, Lesson, Material
from scalecua.train.memory import keep_memory
from scalecua.train.optimiser import Optimiser, linear_decay
from scalecua.train.packing import pack
from scalecua.train.pointing import COPY, POINT, Pointing
from scalecua.train.reading import Labels, Reading

PIXEL_BYTES = 4 * 2**30
PRIMER_SCREENS = 48


@dataclass(frozen=True, slots=True)
class Imitation:
    """AdamW on `batch` segments a step, for `steps` steps or `seconds`, whichever is over first.

    Each step adds `drills` exercises of pointing, `blind` demonstrations without pictures, `copies` exercises
    of typing (`train.drills`) and `screens` to be read. The first `primer` steps read PRIMER_SCREENS screens
    and nothing else, at a quarter of the cost: pointing needs a tower that reads (where no tree is known,
    there are none). The next `sight` steps, which need `screens`, are exercises alone, no demonstration,
    shown or blind: a policy learns by reinforcement what to do, hardly how to see. `pointing` weighs the
    supervision of an attention head (`train.pointing`) and `reading` that of the vision tower
    (`train.reading`) against the tokens' loss. The learning rate falls linearly to `final` of itself over the
    steps after the primer. `held_out` is the share of demonstrations whose loss is measured, never trained.
    """

    steps: int = 1000
    seconds: float | None = None
    primer: int = 0
    sight: int = 0
    batch: int = 16
    drills: int = 0
    blind: int = 0
    copies: int = 0
    screens: int = 0
    lr: float = 2e-3
    final: float = 1.0
    betas: tuple[float, float] = (0.9, 0.98)
    warmup_steps: int = 20
    grad_clip: float = 1.0
    pointing: float = 1.0
    reading: float = 1.0
    held_out: float = 0.1
    token_budget: int = 16_384
    report_every: int = 50
    threads: int = 1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Progress:
    """Mean loss a trained token in nats: since the last report, and held out (None: nothing is).

    Since the last report, and 0 where not supervised: `pointing_loss`, the mean a point; `copying_loss`, the
    mean a segment that repeats words of its task; `reading_loss`, the mean a word seen.
    """

    step: int
    seconds: float
    loss: float
    pointing_loss: float
    copying_loss: float
    reading_loss: float
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
    images = Images(family.processor, blobs, limit=PIXEL_BYTES)
    training, held_out = _split(demonstrations, family, segmentation, images, options)
    run = _Run(source, family, images, options, training.labels)
    began = time.monotonic()
    losses: list[FloatArray] = []
    last = Progress(0, 0.0, float("nan"), 0.0, 0.0, 0.0, run.loss(held_out))
    for step, chosen in enumerate(_batches(training, options), start=1):
        losses.append(run.step(chosen))
        elapsed = time.monotonic() - began
        over = step == options.steps or (options.seconds is not None and elapsed >= options.seconds)
        if over or step % options.report_every == 0:
            loss, pointing, copying, reading = np.mean(losses, axis=0).tolist()
            last = Progress(step, elapsed, loss, pointing, copying, reading, run.loss(held_out))
            losses.clear()
            progress(last)
        if over:
            break
    manifest = checkpoint.write(
        target, lambda into: state.save(source, into, run.model, None), version=0, step=last.step
    )
    return Outcome(last, target, manifest.weights_sha256)


class _Run:
    def __init__(
        self, source: Path, family: Family, images: Images, options: Imitation, known: Labels
    ) -> None:
        self.model = load(source)
        self._options = options
        self._known = known if options.reading else {}
        self._images = images
        self._vision = LiveVision(self._images)
        self._rules = Rules(family.processor.forbidden, family.processor.vocabulary)
        section = LearnerSection(
            lr=options.lr,
            betas=options.betas,
            warmup_steps=options.warmup_steps,
            grad_clip=options.grad_clip,
        )
        self._optimiser = Optimiser(self.model, section)

    def step(self, lesson: Lesson) -> FloatArray:
        """One optimiser step; returns the mean losses before it: of a trained token, a point, a segment that
        repeats words, a word seen.
        """
        options, chosen = self._options, lesson.examples
        tokens = max(sum(example.tokens for example in chosen), 1)
        heads = [pointer.head for example in chosen for pointer in example.pointers]
        marks = torch.tensor([max(heads.count(head), 1) for head in (POINT, COPY)])
        sums, read = np.zeros(4, dtype=np.float64), 0
        rows = self._rows(chosen)
        self._optimiser.zero()
        for row in rows:
            spoken, pointed, reading = self._losses(row)
            seen = options.reading * reading.mean / len(rows)
            torch.autograd.backward(spoken / tokens + options.pointing * (pointed / marks).sum() + seen)
            sums += [float(loss.detach()) for loss in (spoken, *pointed, reading.total)]
            read += reading.count
        if lesson.screens and options.reading:
            reading = Reading(self._vision, self._images, self._known)
            reading.features(self.model, lesson.screens)
            torch.autograd.backward(options.reading * reading.mean)
            sums[3] += float(reading.total.detach())
            read += reading.count
        beyond = max(self._optimiser.steps - options.primer, 0)
        self._optimiser.decay = linear_decay(beyond / max(options.steps - options.primer, 1), options.final)
        self._optimiser.step()
        return np.divide(sums, [tokens, *marks.tolist(), max(read, 1)])

    @torch.no_grad()
    def loss(self, chosen: Sequence[Example]) -> float | None:
        """Mean loss a trained token; None if there is none."""
        tokens = sum(example.tokens for example in chosen)
        if not tokens:
            return None
        return sum(float(self._losses(row)[0]) for row in self._rows(chosen)) / tokens

    def _losses(self, row: Sequence[Example]) -> tuple[Tensor, Tensor, Reading]:
        made = [example.segment for example in row]
        marked = [example.pointers if self._options.pointing else () for example in row]
        watch = Pointing(self.model, marked, [len(segment.token_ids) for segment in made])
        reading = Reading(self._vision, self._images, self._known)
        scores = score(self.model, made, [1.0] * len(row), reading, self._rules, watch=watch)
        return -scores.logp.sum(), watch.total, reading

    def _rows(self, chosen: Sequence[Example]) -> list[list[Example]]:
        lengths = [len(example.segment.token_ids) for example in chosen]
        return [[chosen[i] for i in row] for row in pack(lengths, self._options.token_budget)]


def _split(
    demonstrations: Sequence[Demonstration],
    family: Family,
    segmentation: Segmentation,
    images: Images,
    options: Imitation,
) -> tuple[Material, list[Example]]:
    order = np.random.default_rng([options.seed, 0]).permutation(len(demonstrations))
    count = int(options.held_out * len(demonstrations))
    held_out, training = ([demonstrations[i] for i in part] for part in (order[:count], order[count:]))
    material = Material(training, family, segmentation, images)
    if not material.examples:
        raise PolicyError("there is no demonstration with an answer to imitate; collect some first")
    return material, Material(held_out, family, segmentation, images).examples


def _batches(training: Material, options: Imitation) -> Iterator[Lesson]:
    """Endless, epoch by epoch, each in a new order; a batch may span two epochs."""
    rng, draw = np.random.default_rng([options.seed, 1]), Random(options.seed)
    waiting: list[int] = []
    for _ in range(options.primer if training.labels else 0):
        yield Lesson((), tuple(training.screens(PRIMER_SCREENS, draw)))
    sight = options.sight if training.labels else 0
    for number in itertools.count():
        batch, blind = (options.batch, options.blind) if number >= sight else (0, 0)
        while len(waiting) < batch:
            waiting.extend(rng.permutation(len(training.examples)).tolist())
        chosen = [training.examples[i] for i in waiting[:batch]]
        del waiting[:batch]
        screens = training.screens(options.screens, draw)
        shown = [*screens, *(image for example in chosen for image in example.segment.images)]
        drills = training.pointing(options.drills, shown, draw)
        unseen = [*training.blind(blind, draw), *training.copying(options.copies, draw)]
        yield Lesson((*chosen, *drills, *unseen), tuple(screens))
