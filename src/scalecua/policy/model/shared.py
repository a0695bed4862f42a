"""Token streams as one row in which what they begin with in common stands once.

Rollouts of one task share the prompt and the first screenshot, and often what was said after it; the
segments of one episode share the prompt. A token's state depends on what precedes it alone, so that a shared
row says of every token what its own stream would.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from scalecua.core.records import IntArray
from scalecua.core.view import ImageRef
from scalecua.policy.model.positions import positions
from scalecua.policy.model.row import Row, Tokens
from scalecua.policy.model.tree import Branch, Tree

HASH_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Shared:
    """`row` with the `images` it shows, in order; `places[i]` is where the tokens of stream i stand in it."""

    row: Row
    images: tuple[ImageRef, ...]
    places: tuple[IntArray, ...]


def keys(stream: Tokens) -> IntArray:
    """One number a token, equal where tokens are: its id, or, below 0, its place in its picture."""
    result = np.asarray(stream.token_ids, dtype=np.int64)
    for image in stream.images:
        picture = int(image.sha256[:HASH_DIGITS], 16)
        result[image.start : image.stop] = -1 - picture - np.arange(image.stop - image.start)
    return result


def common(one: IntArray, other: IntArray) -> int:
    """How many tokens two streams begin with in common."""
    shorter = min(len(one), len(other))
    differ = np.flatnonzero(one[:shorter] != other[:shorter])
    return int(differ[0]) if differ.size else shorter


def share(streams: Sequence[Tokens], merge: int) -> Shared:
    """Lay streams out as a tree, whatever their order."""
    named = [keys(stream) for stream in streams]
    order = sorted(range(len(streams)), key=lambda i: named[i].tolist())
    places: dict[int, IntArray] = {}
    starts: list[int] = []
    ids: list[int] = []
    rotary: list[IntArray] = []
    visual: list[IntArray] = []
    images: list[ImageRef] = []
    before: int | None = None
    for i in order:
        # In sorted order, what a stream shares with any stream before it, it shares with the last one.
        start = 0 if before is None else common(named[i], named[before])
        own = len(streams[i].token_ids) - start
        head = places[before][:start] if before is not None else np.empty(0, dtype=np.int64)
        places[i] = np.concatenate([head, len(ids) + np.arange(own)]).astype(np.int64)
        shown = [image for image in streams[i].images if image.start >= start]
        images += shown
        visual += [places[i][image.start : image.stop] for image in shown]
        rotary.append(positions(len(streams[i].token_ids), streams[i].images, merge)[0][:, start:])
        ids += streams[i].token_ids[start:]
        starts.append(start)
        before = i
    tree = _tree([places[i] for i in order], starts, len(ids))
    row = Row(
        torch.tensor(ids, dtype=torch.long),
        torch.from_numpy(np.concatenate(rotary, axis=1)),
        tuple(branch.length - branch.start for branch in tree.branches),
        torch.from_numpy(np.concatenate(visual)) if visual else torch.empty(0, dtype=torch.long),
        (),
        tree,
    )
    return Shared(row, tuple(images), tuple(places[i] for i in range(len(streams))))


def _tree(places: Sequence[IntArray], starts: Sequence[int], total: int) -> Tree:
    """Cut the row where a branch begins or leaves another; each branch passes through whole blocks."""
    cuts = {0, total}
    for place, start in zip(places, starts, strict=True):
        cuts |= {int(place[start])} if start < len(place) else set()
        cuts |= {int(place[start - 1]) + 1} if start else set()
    edges = np.array(sorted(cuts))
    branches = []
    for place, start in zip(places, starts, strict=True):
        passed = np.unique(np.searchsorted(edges, place, side="right") - 1)
        branches.append(Branch(tuple(passed.tolist()), start, len(place)))
    return Tree(tuple(np.diff(edges).tolist()), tuple(branches))
