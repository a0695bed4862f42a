"""Attention over streams that begin alike, laid out so that every token stands once in the row.

The row is cut into blocks; a branch is one stream, the blocks from its root to its end. Its last tokens are
its own, the others belong to branches before it. A query sees its branch up to itself, as it would alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention


@dataclass(frozen=True, slots=True)
class Branch:
    """`blocks` of the row in order, `length` tokens in all, of which those from `start` are its own."""

    blocks: tuple[int, ...]
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Tree:
    """`blocks` are their lengths in row order; the row is what each of `branches` owns, one after another."""

    blocks: tuple[int, ...]
    branches: tuple[Branch, ...]


def attend(query: Tensor, key: Tensor, value: Tensor, tree: Tree, *, scale: float | None) -> Tensor:
    """Attend from every token of the row: (batch, heads, N, width) in and out."""
    queries, keys, values = (list(torch.split(t, list(tree.blocks), dim=2)) for t in (query, key, value))
    outputs: list[Tensor] = []
    for branch in tree.branches:
        own = branch.length - branch.start
        if not own:
            continue
        asked, seen, told = (_join(part, branch.blocks, dim=2) for part in (queries, keys, values))
        mask = None
        if 2 * branch.start > branch.length:
            # Asking for its own tokens alone costs less than asking for all and skipping what is not causal.
            asked, mask = (
                asked[:, :, branch.start :],
                _causal(branch, torch.arange(branch.start, branch.length)),
            )
        found = scaled_dot_product_attention(
            asked, seen, told, mask, is_causal=mask is None, scale=scale,
            enable_gqa=query.shape[1] != key.shape[1],
        )  # fmt: skip
        outputs.append(found[:, :, -own:])
    return torch.cat(outputs, dim=2)


def attend_at(
    query: Tensor, key: Tensor, value: Tensor, tree: Tree, places: Tensor, *, scale: float
) -> Tensor:
    """Attend from `places` of the row only: (heads, len(places) or N, width) to (len(places), all heads).

    `places` are in increasing order.
    """
    keys, values = (list(torch.split(t, list(tree.blocks), dim=1)) for t in (key, value))
    outputs: list[Tensor] = []
    first = begin = 0
    for branch in tree.branches:
        end = begin + branch.length - branch.start
        count = int(torch.searchsorted(places, end)) - first
        if count:
            mine = slice(first, first + count)
            part = scaled_dot_product_attention(
                query[None, :, mine],
                _join(keys, branch.blocks, dim=1)[None],
                _join(values, branch.blocks, dim=1)[None],
                attn_mask=_causal(branch, places[mine] - begin + branch.start),
                scale=scale,
                enable_gqa=query.shape[0] != key.shape[0],
            )
            outputs.append(part[0].transpose(0, 1).flatten(1))
        first, begin = first + count, end
    return torch.cat(outputs)


def _join(parts: Sequence[Tensor], blocks: Sequence[int], *, dim: int) -> Tensor:
    return parts[blocks[0]] if len(blocks) == 1 else torch.cat([parts[block] for block in blocks], dim=dim)


def _causal(branch: Branch, asked: Tensor) -> Tensor:
    """(1, 1, asked, length): what each place of a branch may see of it."""
    return (torch.arange(branch.length)[None] <= asked[:, None])[None, None]
