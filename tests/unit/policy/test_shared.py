"""Streams that begin alike share a row, and every one of their tokens is computed as in its own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from transformers import Qwen3VLForConditionalGeneration

from scalecua.core.view import ImageRef, TokenView
from scalecua.policy.model import create, load
from scalecua.policy.model.forward import hidden
from scalecua.policy.model.row import row
from scalecua.policy.model.shared import common, keys, share
from scalecua.policy.model.vision import Features

GRID = (1, 4, 4)
TEXT, PICTURE = st.integers(0, 5), st.integers(6, 8)
Pieces = list[int]


pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("model") / "tiny"
    create(path, seed=1)
    return load(path)


@pytest.fixture(scope="module")
def deep(model: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """With deepstack and 2 x 2 merging."""
    path: Path = tmp_path_factory.mktemp("deep")
    config = model.config
    config.vision_config.deepstack_visual_indexes = [0]
    config.vision_config.spatial_merge_size = 2
    torch.manual_seed(3)
    Qwen3VLForConditionalGeneration(config).save_pretrained(path)
    config.vision_config.deepstack_visual_indexes = []
    config.vision_config.spatial_merge_size = 1
    return load(path)


def stream(pieces: Pieces, merge: int = 1) -> TokenView:
    """Pieces below 6 are three ids of text, the others pictures."""
    ids: list[int] = []
    images: list[ImageRef] = []
    for piece in pieces:
        if piece < 6:
            ids += [10 * piece, 10 * piece + 1, 7]
        else:
            count = GRID[1] * GRID[2] // merge**2
            images.append(ImageRef(f"{piece:x}" * 64, GRID, len(ids), len(ids) + count))
            ids += [600] * count
    return TokenView(tuple(ids), tuple(images))


@st.composite
def forests(draw: st.DrawFn) -> list[Pieces]:
    """Streams that go on from anywhere in another one, its end and its beginning included."""
    found: list[Pieces] = []
    for _ in range(draw(st.integers(1, 6))):
        start: Pieces = []
        goes_on = draw(st.booleans())
        if found and goes_on:
            parent = draw(st.sampled_from(found))
            start = parent[: draw(st.integers(0, len(parent)))]
        more = draw(st.lists(TEXT | PICTURE, min_size=0 if start else 1, max_size=5))
        found.append(start + more)
    return found


def looks(model: Any, images: Sequence[ImageRef]) -> list[Features]:
    """Features that depend on the picture alone."""
    layers = len(model.config.vision_config.deepstack_visual_indexes)
    width = model.config.text_config.hidden_size
    found = []
    for image in images:
        made = torch.Generator().manual_seed(int(image.sha256[:4], 16))
        parts = [torch.randn(image.stop - image.start, width, generator=made) for _ in range(1 + layers)]
        found.append(Features(parts[0], tuple(parts[1:])))
    return found


@settings(max_examples=200, deadline=None)
@given(forests())
def test_every_distinct_beginning_stands_once_and_every_stream_can_be_read_off(forest: list[Pieces]) -> None:
    streams = [stream(pieces) for pieces in forest]
    shared = share(streams, 1)
    beginnings = {tuple(keys(s)[: end + 1].tolist()) for s in streams for end in range(len(s.token_ids))}
    assert len(shared.row.ids) == len(beginnings) == sum(shared.row.lengths)
    for one, places in zip(streams, shared.places, strict=True):
        assert shared.row.ids[torch.from_numpy(places)].tolist() == list(one.token_ids)
    tree = shared.row.tree
    assert tree is not None
    ends = np.cumsum(tree.blocks)
    read = sorted(
        [place for block in branch.blocks for place in range(ends[block] - tree.blocks[block], ends[block])]
        for branch in tree.branches
    )
    assert read == sorted(places.tolist() for places in shared.places)
    assert sum(len(image.sha256) > 0 for image in shared.images) * 16 == len(shared.row.visual)


@pytest.mark.parametrize("name", ["model", "deep"])
@settings(max_examples=25, deadline=None)
@given(forest=forests(), data=st.data())
def test_a_shared_row_is_what_each_stream_is_alone(name: str, forest: list[Pieces], data: st.DataObject,
                                                   request: pytest.FixtureRequest) -> None:  # fmt: skip
    model = request.getfixturevalue(name)
    merge = model.config.vision_config.spatial_merge_size
    streams = [stream(pieces, merge) for pieces in forest]
    shared = share(streams, merge)
    count = len(shared.row.ids)
    only = torch.tensor(sorted(data.draw(st.sets(st.integers(0, count - 1), min_size=1))))
    with torch.no_grad():
        seen = looks(model, shared.images)
        everywhere = hidden(model, shared.row, seen)
        some = hidden(model, shared.row, seen, only=only)
        for one, places in zip(streams, shared.places, strict=True):
            alone = hidden(model, row([one], merge), looks(model, one.images))
            assert torch.allclose(everywhere[torch.from_numpy(places)], alone, atol=1e-4)
    assert torch.allclose(some, everywhere[only], atol=1e-4)


@pytest.mark.parametrize("name", ["model", "deep"])
def test_the_gradient_is_that_of_the_streams_together(name: str, request: pytest.FixtureRequest) -> None:
    model = request.getfixturevalue(name)
    merge = model.config.vision_config.spatial_merge_size
    start = [0, 6, 1, 2]
    forest = [start, [*start, 7, 3], [*start, 7, 3], [*start, 8], [*start, 7, 4, 5, 6, 1], [5, 6]]
    streams = [stream(pieces, merge) for pieces in forest]
    weights = [torch.randn(len(s.token_ids), 128, generator=torch.Generator().manual_seed(i))
               for i, s in enumerate(streams)]  # fmt: skip

    def gradient(loss: Tensor) -> Tensor:
        wanted = [p for p in model.model.language_model.parameters() if p.requires_grad]
        found = torch.autograd.grad(loss, wanted, allow_unused=True)
        return torch.cat([part.flatten() for part in found if part is not None])

    shared = share(streams, merge)
    together = hidden(model, shared.row, looks(model, shared.images))
    parts = [together[torch.from_numpy(places)] for places in shared.places]
    apart = [hidden(model, row([one], merge), looks(model, one.images)) for one in streams]
    one, other = (
        gradient(
            torch.stack([(part * weight).sum() for part, weight in zip(found, weights, strict=True)]).sum()
        )
        for found in (parts, apart)
    )
    assert float((one - other).abs().max()) < 1e-5 * float(other.abs().max())


def test_another_picture_under_the_same_ids_is_another_beginning() -> None:
    one, other = stream([0, 6, 1]), stream([0, 7, 1])
    assert one.token_ids == other.token_ids
    assert common(keys(one), keys(other)) == 3
    assert len(share([one, other], 1).row.ids) == 2 * len(one.token_ids) - 3
    assert len(share([one, one], 1).row.ids) == len(one.token_ids)
