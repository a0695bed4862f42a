"""A conversation as ids: text stays text, marks go in by id, screenshots become placeholders."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scalecua.core.observation import Observation
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy.processor import Processor
from scalecua.policy.tokenizer import IMAGE_PAD, VISION_END, VISION_START


@dataclass(frozen=True, slots=True)
class Mark:
    """An added token by its spelling."""

    name: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot between its vision marks."""

    observation: Observation


Part = str | Mark | Picture


def marked(text: str, names: Iterable[str]) -> Iterator[Part]:
    """Text in which the spellings in `names` are marks; only for text that a model or this package wrote."""
    chosen = frozenset(names)
    for piece in re.split("(" + "|".join(map(re.escape, sorted(chosen))) + ")", text):
        yield Mark(piece) if piece in chosen else piece


def tokens(parts: Iterable[Part], processor: Processor) -> TokenView:
    """Ids of the parts in order. Text between two marks is tokenised as one, as a tokenizer would."""
    ids: list[int] = []
    images: list[ImageRef] = []
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        ids += processor.encode(text) if text else []
        text = ""
        if isinstance(part, Mark):
            ids.append(processor.id(part.name))
        else:
            images.append(_picture(part.observation, ids, processor))
    ids += processor.encode(text) if text else []
    return TokenView(tuple(ids), tuple(images))


def _picture(observation: Observation, ids: list[int], processor: Processor) -> ImageRef:
    grid = processor.grid(observation.width, observation.height)
    count = processor.rule.tokens(grid)
    start = len(ids) + 1
    ids.append(processor.id(VISION_START))
    ids.extend([processor.id(IMAGE_PAD)] * count)
    ids.append(processor.id(VISION_END))
    return ImageRef(observation.screenshot, grid, start, start + count)
