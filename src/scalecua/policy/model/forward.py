"""The one way a row meets the text model, in the engine and in the learner alike."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from scalecua.policy.model.attention import Slots
from scalecua.policy.model.row import Row
from scalecua.policy.model.vision import Features


def hidden(model: Any, row: Row, features: Sequence[Features], *, slots: Slots | None = None) -> Tensor:
    """Last hidden states (N, width) of a row; `features` are those of its images, in row order.

    Calls the text model directly: transformers' outer forward finds images by token value and keeps
    position state between calls, and this must do neither.
    """
    embedded = model.get_input_embeddings()(row.ids)
    mask, deep = None, None
    if features:
        pooled = torch.cat([image.pooled for image in features]).to(embedded.dtype)
        embedded = embedded.index_copy(0, row.visual, pooled)
        mask = torch.zeros(1, len(row.ids), dtype=torch.bool)
        mask[0, row.visual] = True
        layers = range(len(features[0].deep))
        deep = [torch.cat([image.deep[layer] for image in features]) for layer in layers]
    output = model.model.language_model(
        inputs_embeds=embedded[None],
        position_ids=row.positions[:, None],
        use_cache=False,
        visual_pos_masks=mask,
        deepstack_visual_embeds=deep or None,
        lengths=row.lengths,
        slots=slots,
    )
    return output.last_hidden_state[0]  # type: ignore[no-any-return]


def step(model: Any, ids: Tensor, positions: Tensor, mask: Tensor, slots: Slots) -> Tensor:
    """One token more a stream: `ids` and `positions` (B), `mask` (B, 1, 1, keys) to states (B, width)."""
    output = model.model.language_model(
        inputs_embeds=model.get_input_embeddings()(ids)[:, None],
        position_ids=positions[None, :, None].expand(3, -1, -1),
        attention_mask=mask,
        use_cache=False,
        slots=slots,
    )
    return output.last_hidden_state[:, 0]  # type: ignore[no-any-return]
