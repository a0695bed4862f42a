"""Causal attention over sequences laid one after another in a row, each seeing itself only.

One SDPA call a sequence needs no N x N mask, costs what the sequences cost, and cannot leak. Registered
with transformers under `NAME`; calls without `lengths` behave exactly as transformers' own sdpa.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import sdpa_mask

from scalecua.policy.model.tree import Tree, attend

NAME = "scalecua_segments"


class Slots(Protocol):
    """Where an engine keeps keys and values between calls."""

    def update(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Keep new keys and values (batch, heads, tokens, width); give back those to attend to."""


def register() -> None:
    """Make the attention known to transformers under `NAME`; again is harmless."""
    AttentionInterface.register(NAME, attention)
    AttentionMaskInterface.register(NAME, sdpa_mask)


def attention(
    module: torch.nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    *,
    scaling: float | None = None,
    lengths: Sequence[int] | None = None,
    tree: Tree | None = None,
    slots: Slots | None = None,
    **options: Any,
) -> tuple[Tensor, None]:
    """Attend: (batch, heads, tokens, width) in, (batch, tokens, heads, width) out.

    With `lengths`, the row's tokens are sequences of these lengths; with a `tree`, they are its branches.
    With `slots`, keys and values pass through them first.
    """
    if slots is not None:
        key, value = slots.update(int(module.layer_idx), key, value)  # type: ignore[arg-type]
    if tree is not None:
        return attend(query, key, value, tree, scale=scaling).transpose(1, 2).contiguous(), None
    if lengths is None:
        output, _ = sdpa_attention_forward(
            module, query, key, value, attention_mask, scaling=scaling, **options
        )
        return output, None
    grouped = query.shape[1] != key.shape[1]
    parts = zip(*(torch.split(t, list(lengths), dim=2) for t in (query, key, value)), strict=True)
    outputs = [
        scaled_dot_product_attention(q, k, v, is_causal=True, scale=scaling, enable_gqa=grouped)
        for q, k, v in parts
    ]
    return torch.cat(outputs, dim=2).transpose(1, 2).contiguous(), None


def causal(
    query: Tensor, key: Tensor, value: Tensor, lengths: Sequence[int], places: Tensor, *, scale: float
) -> Tensor:
    """Attend from `places` of a row only: (heads, len(places) or N, width) to (len(places), all heads).

    `places` are in increasing order; each sees its own sequence up to itself.
    """
    ends = torch.tensor(lengths).cumsum(0)
    counts = torch.searchsorted(places, ends).diff(prepend=torch.zeros(1, dtype=torch.long)).tolist()
    starts = (ends - torch.tensor(lengths)).tolist()
    outputs: list[Tensor] = []
    first = 0
    for start, length, count in zip(starts, lengths, counts, strict=True):
        if count:
            mine = slice(first, first + count)
            mask = torch.arange(start, start + length)[None] <= places[mine, None]
            part = scaled_dot_product_attention(
                query[None, :, mine],
                key[None, :, start : start + length],
                value[None, :, start : start + length],
                attn_mask=mask[None, None],
                scale=scale,
                enable_gqa=query.shape[0] != key.shape[0],
            )
            outputs.append(part[0].transpose(0, 1).flatten(1))
            first += count
    return torch.cat(outputs)
