"""The one way a row meets the text model, in the engine and in the learner alike.

Calls the decoder layers directly: transformers' outer forward finds images by token value, keeps position
state between calls, and computes the last layer where nobody looks.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor

from scalecua.policy.model.attention import Slots, causal
from scalecua.policy.model.row import Row
from scalecua.policy.model.tree import attend_at
from scalecua.policy.model.vision import Features

Rotary = tuple[Tensor, Tensor]
Watch = Callable[[int, Tensor, Rotary], None]


def hidden(
    model: Any,
    row: Row,
    features: Sequence[Features],
    *,
    slots: Slots | None = None,
    only: Tensor | None = None,
    watch: Watch | None = None,
) -> Tensor:
    """Last hidden states (N, width) of a row; `features` are those of its images, in row order.

    With `only`, the last layer is computed at these places of the row alone, and only they are returned;
    they must be in increasing order. `watch` is shown the layer's number, its input (1, N, width) and the
    rotary cosines and sines, before each layer.
    """
    text = model.model.language_model
    states = model.get_input_embeddings()(row.ids)[None]
    if features:
        pooled = torch.cat([image.pooled for image in features]).to(states.dtype)
        states = states.index_copy(1, row.visual, pooled[None])
    rotary: Rotary = text.rotary_emb(states, row.positions[:, None])
    deep = len(features[0].deep) if features else 0
    last = len(text.layers) - 1
    for number, layer in enumerate(text.layers):
        if watch is not None:
            watch(number, states, rotary)
        if number == last and only is not None and deep <= last:
            return text.norm(_last(layer, states[0], rotary, row, only))  # type: ignore[no-any-return]
        states = layer(states, position_embeddings=rotary, lengths=row.lengths, tree=row.tree, slots=slots)
        if number < deep:
            added = torch.cat([image.deep[number] for image in features])
            states = states.index_add(1, row.visual, added[None].to(states.dtype))
    final = text.norm(states[0])
    return final if only is None else final[only]  # type: ignore[no-any-return]


def step(model: Any, ids: Tensor, positions: Tensor, mask: Tensor, slots: Slots) -> Tensor:
    """One token more a stream: `ids` and `positions` (B), `mask` (B, 1, 1, keys) to states (B, width)."""
    text = model.model.language_model
    states = model.get_input_embeddings()(ids)[:, None]
    rotary = text.rotary_emb(states, positions[None, :, None].expand(3, -1, -1))
    for layer in text.layers:
        states = layer(states, attention_mask=mask, position_embeddings=rotary, slots=slots)
    return text.norm(states[:, 0])  # type: ignore[no-any-return]


def heads(projection: Any, norm: Any, states: Tensor, rotary: Rotary, width: int) -> Tensor:
    """Queries or keys (heads, N, width) of `states` (N, model width), normalised and rotated."""
    cosine, sine = rotary
    split = norm(projection(states).view(len(states), -1, width)).transpose(0, 1)
    turned = torch.cat([-split[..., width // 2 :], split[..., : width // 2]], dim=-1)
    return split * cosine[0] + turned * sine[0]  # type: ignore[no-any-return]


def _last(layer: Any, states: Tensor, rotary: Rotary, row: Row, only: Tensor) -> Tensor:
    """A decoder layer whose queries are at the places `only` of the row: (N, width) to (len(only), width)."""
    attention = layer.self_attn
    width = int(attention.head_dim)
    normed = layer.input_layernorm(states)
    there = (rotary[0][:, only], rotary[1][:, only])
    query = heads(attention.q_proj, attention.q_norm, normed[only], there, width)
    key = heads(attention.k_proj, attention.k_norm, normed, rotary, width)
    value = attention.v_proj(normed).view(len(normed), -1, width).transpose(0, 1)
    if row.tree is None:
        attended = causal(query, key, value, row.lengths, only, scale=attention.scaling)
    else:
        attended = attend_at(query, key, value, row.tree, only, scale=attention.scaling)
    result = states[only] + attention.o_proj(attended)
    return result + layer.mlp(layer.post_attention_layernorm(result))  # type: ignore[no-any-return]
