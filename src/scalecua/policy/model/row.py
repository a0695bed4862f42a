"""Several token streams as one row: ids, positions and lengths, ready for one forward pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.view import ImageRef
from scalecua.policy.model.positions import positions
from scalecua.policy.model.tree import Tree


class Tokens(Protocol):
    """What a stream must have: a `TokenView` and a `Segment` both do."""

    @property
    def token_ids(self) -> tuple[int, ...]:
        """Expanded token ids."""

    @property
    def images(self) -> tuple[ImageRef, ...]:
        """Images in stream order."""


@dataclass(frozen=True, slots=True)
class Row:
    """`ids` (N), `positions` (3, N), the streams' `lengths`, and where the visual tokens are (V indices).

    `following` is the position that the next token of each stream would have. With a `tree`, streams share
    what they begin with, and `lengths` are those of what each owns.
    """

    ids: Tensor
    positions: Tensor
    lengths: tuple[int, ...]
    visual: Tensor
    following: tuple[int, ...]
    tree: Tree | None = None


def row(streams: Sequence[Tokens], merge: int) -> Row:
    """Lay streams one after another; every one's positions start again at 0."""
    ids: list[int] = []
    places: list[np.ndarray] = []
    visual: list[np.ndarray] = []
    following: list[int] = []
    for stream in streams:
        place, after = positions(len(stream.token_ids), stream.images, merge)
        places.append(place)
        following.append(after)
        visual.extend(np.arange(image.start, image.stop) + len(ids) for image in stream.images)
        ids.extend(stream.token_ids)
    return Row(
        torch.tensor(ids, dtype=torch.long),
        torch.from_numpy(np.concatenate(places, axis=1)),
        tuple(len(stream.token_ids) for stream in streams),
        torch.from_numpy(np.concatenate(visual)) if visual else torch.empty(0, dtype=torch.long),
        tuple(following),
    )


def check(stream: Tokens, *, merge: int, image_token: int, vocabulary: int) -> None:
    """Refuse a stream whose placeholders and images disagree, before it meets the model.

    PolicyError with Failure.ENGINE naming the image and the counts.
    """
    length = len(stream.token_ids)
    if length == 0:
        raise PolicyError("the prompt has no tokens; render it first", failure=Failure.ENGINE)
    wrong = [token for token in stream.token_ids if not 0 <= token < vocabulary]
    if wrong:
        raise PolicyError(
            f"token id {wrong[0]} is outside the model's vocabulary of {vocabulary}; "
            "use the tokenizer saved beside the weights",
            failure=Failure.ENGINE,
        )
    before = 0
    for number, image in enumerate(stream.images):
        features = image.grid[0] * image.grid[1] * image.grid[2] // merge**2
        inside = stream.token_ids[image.start : image.stop]
        placeholders = sum(token == image_token for token in inside)
        if not (image.stop - image.start == placeholders == features and before <= image.start):
            raise PolicyError(
                f"image {number} ({image.sha256[:12]}, grid {image.grid}) has {features} features, but "
                f"{placeholders} placeholders in its span {image.start}:{image.stop}; "
                "render the prompt with the processor saved beside the weights",
                failure=Failure.ENGINE,
            )
        before = image.stop
