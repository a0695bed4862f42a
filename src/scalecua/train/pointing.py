"""Supervision of two attention heads: what an answer says next, a coordinate or a word, they look at.

L = mean over the supervised places of -sum_j t_j log a_j, with a the head's attention over a span of tokens.
POINT predicts the digits of a point and is spread over the visual tokens of the screenshot answered: t evenly
over those on which the name of the widget pointed at is written, where that is known (a small model finds
what it can read, and the row or button follows from there), elsewhere a Gaussian of SPREAD visual tokens
around the pixel. COPY predicts a word that the task has named, and t is even over the places that name it.
Small models learn to click and to type in hundreds of steps with it, and stay at chance for thousands
without. For the warm start only.
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
from scalecua.train.drills import opening

SPREAD = 0.75
# Of four query heads on two key heads: one on each.
POINT, COPY = 0, 2
WORD = 2
# A logit that no softmax sees, yet finite: 0 times it is 0.
FAR = -1e9


@dataclass(frozen=True, slots=True)
class Pointer:
    """The places of a segment at which query head `head` is supervised, and where it is to look: `target`,
    one for all (tokens) or one for each (places, tokens), sums to 1 over the span `start` to `stop`.
    """

    head: int
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
        answer, call = range(span.start, span.stop), opening(segment.token_ids, span, processor)
        places = tuple(
            i - 1 for i in answer if i > call and processor.decode([segment.token_ids[i]]).isdigit()
        )
        if len(named) == 1 and seen and places:
            shown = written(seen[-1], named[0])
            target = (
                _around(turn, named[0], seen[-1], processor.rule.merge) if shown is None else _over(shown)
            )
            found.append(Pointer(POINT, places, seen[-1].start, seen[-1].stop, target))
    return tuple(found)


def copies(segment: Segment, processor: Processor) -> tuple[Pointer, ...]:
    """The segment's pointer for the trained words that its prompts have named: of WORD letters or more, or
    before the call a number.
    """
    ids = np.array(segment.token_ids)
    asked = np.ones(len(ids), dtype=bool)
    said: list[int] = []
    for span in segment.turns:
        asked[span.start : span.stop] = False
        call = opening(segment.token_ids, span, processor)
        for i in range(span.start, span.stop):
            text = processor.decode([segment.token_ids[i]])
            word = (len(text) >= WORD and text.isalpha()) or (i < call and text.isdigit())
            said += [i] if word and segment.mask[i] else []
    named = {i: (ids[:i] == ids[i]) & asked[:i] for i in said}
    places = tuple(i - 1 for i in said if named[i].any())
    if not places:
        return ()
    target = torch.zeros(len(places), places[-1] + 1)
    for row, place in enumerate(places):
        found = torch.from_numpy(named[place + 1]).float()
        target[row, : place + 1] = found / found.sum()
    return (Pointer(COPY, places, 0, places[-1] + 1, target),)


class Pointing:
    """A watch for `model.forward.hidden`; afterwards `total` is the loss summed over the pointers of each
    head, (POINT, COPY).

    `marked` holds the pointers of each segment of the row, `lengths` the segments' lengths.
    """

    def __init__(self, model: Any, marked: Sequence[Sequence[Pointer]], lengths: Sequence[int]) -> None:
        layers = model.model.language_model.layers
        self._number = len(layers) // 2
        self._layer = layers[self._number]
        starts = np.cumsum([0, *lengths]).tolist()
        self._marked = [(p, start) for row, start in zip(marked, starts, strict=False) for p in row]
        self.total = torch.zeros(2)

    def __call__(self, number: int, states: Tensor, rotary: Rotary) -> None:
        """Add up the loss at the supervised layer."""
        if number != self._number or not self._marked:
            return
        attention = self._layer.self_attn
        normed = self._layer.input_layernorm(states[0])
        groups = attention.config.num_attention_heads // attention.config.num_key_value_heads
        for pointer, first in self._marked:
            places, span = torch.tensor(pointer.places), torch.arange(pointer.start, pointer.stop)
            query = self._head(attention, "q", pointer.head, normed, rotary, places + first)
            key = self._head(attention, "k", pointer.head // groups, normed, rotary, span + first)
            ahead = span[None] > places[:, None]
            logits = (query @ key.T * attention.scaling).masked_fill(ahead, FAR)
            loss = -(logits.log_softmax(-1) * pointer.target).sum(-1).mean()
            self.total = self.total + loss * torch.tensor([pointer.head == POINT, pointer.head == COPY])

    def _head(
        self, attention: Any, kind: str, number: int, normed: Tensor, rotary: Rotary, places: Tensor
    ) -> Tensor:
        projection, norm = getattr(attention, f"{kind}_proj"), getattr(attention, f"{kind}_norm")
        there = (rotary[0][:, places], rotary[1][:, places])
        return heads(projection, norm, normed[places], there, int(attention.head_dim))[number]


def _over(shown: Tensor) -> Tensor:
    return shown.float() / shown.sum()


def _around(turn: Turn, point: tuple[int, int], image: ImageRef, merge: int) -> Tensor:
    high, wide = image.grid[1] // merge, image.grid[2] // merge
    across = (np.arange(wide) + 0.5) - point[0] / turn.observation.width * wide
    down = (np.arange(high) + 0.5) - point[1] / turn.observation.height * high
    squared = across[None, :] ** 2 + down[:, None] ** 2
    weight = np.exp(-squared / (2 * SPREAD**2)).reshape(-1)
    return torch.from_numpy((weight / weight.sum()).astype(np.float32))
