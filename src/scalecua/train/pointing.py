"""Supervision of one attention head: where an answer says a coordinate, that head looks at the target.

L = mean over the predicted digits of -sum_j t_j log a_j; a is the head's attention over the visual tokens of
the screenshot answered. t is spread evenly over the visual tokens on which the name of the widget pointed at
is written, where that is known: a small model finds what it can read, and the row or button follows from
there. Elsewhere t is a Gaussian of SPREAD visual tokens around the pixel. Small models learn to click in
hundreds of steps with it, and stay at chance for thousands without. For the warm start only.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from scalecua.core.action import points
from scalecua.core.segment import Segment
from scalecua.core.trajectory import Turn
from scalecua.core.view import ImageRef
from scalecua.policy.model.forward import Rotary, heads
from scalecua.policy.processor import Processor

SPREAD = 0.75
HEAD = 0


@dataclass(frozen=True, slots=True)
class Pointer:
    """The places of a segment that predict the digits of one point, and where to look: `target` (visual
    tokens) sums to 1 over the span `start` to `stop`.
    """

    places: tuple[int, ...]
    start: int
    stop: int
    target: Tensor


Written = Callable[[ImageRef, tuple[int, int]], Tensor | None]


def nowhere(image: ImageRef, point: tuple[int, int]) -> Tensor | None:
    """Nothing is known of what is written where."""
    return None


def pointers(
    turns: Sequence[Turn], segment: Segment, processor: Processor, written: Written = nowhere
) -> tuple[Pointer, ...]:
    """One pointer for each trained answer of the segment that names exactly one point.

    `written` gives the visual tokens (boolean) that show the name of what a pixel belongs to, or None.
    """
    found: list[Pointer] = []
    for span in segment.turns:
        turn = turns[span.turn]
        named = [point for action in turn.actions for point in points(action)]
        seen = [image for image in segment.images if image.stop <= span.start]
        answer = range(span.start, span.stop)
        places = tuple(i - 1 for i in answer if processor.decode([segment.token_ids[i]]).isdigit())
        if len(named) == 1 and seen and places:
            shown = written(seen[-1], named[0])
            target = (
                _around(turn, named[0], seen[-1], processor.rule.merge) if shown is None else _over(shown)
            )
            found.append(Pointer(places, seen[-1].start, seen[-1].stop, target))
    return tuple(found)


class Pointing:
    """A watch for `model.forward.hidden`; afterwards `total` is the loss summed over `count` pointers.

    `marked` holds the pointers of each segment of the row, `lengths` the segments' lengths.
    """

    def __init__(self, model: Any, marked: Sequence[Sequence[Pointer]], lengths: Sequence[int]) -> None:
        layers = model.model.language_model.layers
        self._number = len(layers) // 2
        self._layer = layers[self._number]
        starts = np.cumsum([0, *lengths]).tolist()
        self._marked = [(p, start) for row, start in zip(marked, starts, strict=False) for p in row]
        self.count = len(self._marked)
        self.total = torch.zeros(())

    def __call__(self, number: int, states: Tensor, rotary: Rotary) -> None:
        """Add up the loss at the supervised layer."""
        if number != self._number or not self._marked:
            return
        attention = self._layer.self_attn
        normed = self._layer.input_layernorm(states[0])
        for pointer, start in self._marked:
            query = self._head(attention, "q", normed, rotary, torch.tensor(pointer.places) + start)
            span = torch.arange(pointer.start, pointer.stop) + start
            key = self._head(attention, "k", normed, rotary, span)
            logits = query @ key.T * attention.scaling
            self.total = self.total - (logits.log_softmax(-1) * pointer.target).sum(-1).mean()

    def _head(self, attention: Any, kind: str, normed: Tensor, rotary: Rotary, places: Tensor) -> Tensor:
        projection, norm = getattr(attention, f"{kind}_proj"), getattr(attention, f"{kind}_norm")
        there = (rotary[0][:, places], rotary[1][:, places])
        return heads(projection, norm, normed[places], there, int(attention.head_dim))[HEAD]


def _over(shown: Tensor) -> Tensor:
    return shown.float() / shown.sum()


def _around(turn: Turn, point: tuple[int, int], image: ImageRef, merge: int) -> Tensor:
    high, wide = image.grid[1] // merge, image.grid[2] // merge
    across = (np.arange(wide) + 0.5) - point[0] / turn.observation.width * wide
    down = (np.arange(high) + 0.5) - point[1] / turn.observation.height * high
    squared = across[None, :] ** 2 + down[:, None] ** 2
    weight = np.exp(-squared / (2 * SPREAD**2)).reshape(-1)
    return torch.from_numpy((weight / weight.sum()).astype(np.float32))
