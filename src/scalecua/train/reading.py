"""Dense reading: a visual token with something written on it says which word that is, and any where it is.

L = mean over the visual tokens of named widgets of -log softmax(E norm(v_i))[w_i]: v is every other channel
of the vision tower's output, E the same channels of the model's own token embedding, w the token of the word.
Aligns what is seen with what is said, so that matching a word of the task with a place on the screen becomes
one inner product. Blank tokens are left out: made to name their widget too, they hide for hundreds of steps
what there is to read.

Plus, over all visual tokens, -log softmax(P norm(u_i))[i]: u is the other half of the channels, P the sine
code of every cell of the picture. What is found by its word must also say where it is; left to the answers'
digits to teach, that takes a thousand steps more. For the warm start only.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy, layer_norm

from scalecua.core.observation import Observation
from scalecua.core.view import ImageRef
from scalecua.policy.model.tiny import sine_table
from scalecua.policy.model.vision import Features, Images
from scalecua.policy.processor import Processor
from scalecua.train.logprobs import Vision
from scalecua.train.widgets import Widget

UNREAD = -1
# Standard deviation over a visual token's pixels, which lie in [-1, 1].
CONTRAST = 0.1
Labels = Mapping[str, Tensor]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]


def labels(found: Sequence[Widget], observation: Observation, processor: Processor) -> Tensor:
    """The word's token at each visual token of a screenshot of these widgets, UNREAD where none stands.

    A name is spread over its widget by its characters; where widgets overlap, the smaller one is read.
    """
    across, down = middles(observation, processor)
    canvas = np.full((len(down), len(across)), UNREAD, dtype=np.int64)
    for widget in sorted(found, key=lambda widget: -widget.area):
        words = widget.name.split()
        ends = np.cumsum([len(word) + 1 for word in words]) / (len(widget.name) + 1)
        share = (across - widget.left) / widget.width
        said = np.searchsorted(ends, share).clip(0, len(words) - 1)
        tokens = np.array([processor.encode(word)[0] for word in words])[said]
        inside = covered(widget, observation, processor)
        canvas[inside] = np.broadcast_to(tokens, canvas.shape)[inside]
    return torch.from_numpy(canvas.reshape(-1))


class Reading:
    """Vision whose features are read as they pass: `total` is the loss summed over `count` visual tokens."""

    def __init__(self, vision: Vision, images: Images, known: Labels) -> None:
        self._vision = vision
        self._images = images
        self._known = known
        self.total = torch.zeros(())
        self.count = 0
        self._place = torch.zeros(())
        self._places = 0

    @property
    def mean(self) -> Tensor:
        """Both losses, each a mean."""
        return self.total / max(self.count, 1) + self._place / max(self._places, 1)

    def features(self, model: Any, images: Sequence[ImageRef]) -> list[Features]:
        """Features in the order of `images`; each picture is read once."""
        found = self._vision.features(model, images)
        unique = {i.sha256: (i, f) for i, f in zip(images, found, strict=True) if i.sha256 in self._known}
        if not unique:
            return found
        words = torch.cat(
            [torch.where(inked(self._images, i), self._known[i.sha256], UNREAD) for i, _ in unique.values()]
        )
        seen = torch.cat([features.pooled for _, features in unique.values()])[words != UNREAD, ::2]
        embedding = model.get_input_embeddings().weight[:, ::2]
        logits = layer_norm(seen, seen.shape[-1:]) @ embedding.T
        self.total = self.total + cross_entropy(logits, words[words != UNREAD], reduction="sum")
        self.count += int((words != UNREAD).sum())
        for image, features in unique.values():
            self._place = self._place + _misplaced(features.pooled[:, 1::2], image)
            self._places += image.stop - image.start
        return found


def _misplaced(rest: Tensor, image: ImageRef) -> Tensor:
    """-log p of each visual token's own cell, summed; `rest` (tokens, channels) are its other channels."""
    _, high, wide = image.grid
    merge = math.isqrt(high * wide // (image.stop - image.start))
    table = sine_table(max(high, wide) // merge, rest.shape[1])
    cells = table.view(*([max(high, wide) // merge] * 2), -1)[: high // merge, : wide // merge].flatten(0, 1)
    return cross_entropy(
        layer_norm(rest, rest.shape[-1:]) @ cells.T, torch.arange(len(cells)), reduction="sum"
    )


def inked(images: Images, image: ImageRef) -> Tensor:
    """Which visual tokens of a picture show contrast (boolean), and not a blank."""
    return images.pixels(image).view(image.stop - image.start, -1).std(-1) > CONTRAST


def covered(box: Widget, observation: Observation, processor: Processor) -> BoolArray:
    """The visual tokens (rows, columns) whose middle lies in a widget; at least one row of them."""
    across, down = middles(observation, processor)
    pitch = observation.height / len(down)
    rows = np.abs(down - box.centre[1]) <= max(box.height, pitch) / 2
    columns = np.abs(across - box.centre[0]) <= box.width / 2
    return rows[:, None] & columns[None]


def middles(observation: Observation, processor: Processor) -> tuple[FloatArray, FloatArray]:
    """The middles of visual tokens in screen pixels: x of the columns, y of the rows."""
    grid, merge = processor.grid(observation.width, observation.height), processor.rule.merge
    high, wide = grid[1] // merge, grid[2] // merge
    across = (np.arange(wide) + 0.5) * observation.width / wide
    return across, (np.arange(high) + 0.5) * observation.height / high
