import logging
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from transformers import AutoTokenizer, Qwen3VLForConditionalGeneration

from scalecua.core.errors import PolicyError
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers.batch import draw
from scalecua.policy.model import create, load
from scalecua.policy.model.attention import NAME
from scalecua.policy.model.distribution import barred, entropies, log_probabilities
from scalecua.policy.model.forward import hidden
from scalecua.policy.model.positions import positions
from scalecua.policy.model.row import Row, check, row
from scalecua.policy.model.vision import Features, Lru, encode
from scalecua.policy.processor import Processor

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "tiny"
    create(path, seed=1)
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> Any:
    return load(folder)


@pytest.fixture(scope="module")
def deep(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """With the parts that the tiny model leaves out: deepstack and 2 x 2 merging; no manifest."""
    path = tmp_path_factory.mktemp("deep")
    config = load(folder).config
    config.vision_config.deepstack_visual_indexes = [0]
    config.vision_config.spatial_merge_size = 2
    torch.manual_seed(3)
    Qwen3VLForConditionalGeneration(config).save_pretrained(path)
    return load(path)


def stream(model: Any, grids: list[tuple[int, int, int]], texts: list[int]) -> TokenView:
    merge = model.config.vision_config.spatial_merge_size
    ids: list[int] = []
    images = []
    for index, text in enumerate(texts):
        ids += [(7 * place + 13 * index) % 700 for place in range(text)]
        if index < len(grids):
            grid = grids[index]
            count = grid[1] * grid[2] // merge**2
            images.append(ImageRef(f"{index:064d}", grid, len(ids), len(ids) + count))
            ids += [model.config.image_token_id] * count
    return TokenView(tuple(ids), tuple(images))


def pixels(view: TokenView) -> list[Tensor]:
    generator = torch.Generator().manual_seed(len(view.token_ids))
    return [torch.randn(i.grid[1] * i.grid[2], 1536, generator=generator) for i in view.images]


def plain(model: Any, view: TokenView) -> Tensor:
    """Logits by transformers' own forward, one sequence."""
    ids = torch.tensor([view.token_ids])
    kinds = torch.zeros_like(ids)
    for image in view.images:
        kinds[0, image.start : image.stop] = 1
    model.model.rope_deltas = None
    with torch.no_grad():
        output = model(
            input_ids=ids,
            pixel_values=torch.cat(pixels(view)),
            image_grid_thw=torch.tensor([image.grid for image in view.images]),
            mm_token_type_ids=kinds,
        )
    return output.logits[0].log_softmax(-1)  # type: ignore[no-any-return]


def features(model: Any, view: TokenView) -> list[Features]:
    return encode(model, pixels(view), [image.grid for image in view.images])


VIEWS = [([(1, 8, 10)], [9, 14]), ([(1, 8, 10), (1, 2, 4)], [3, 6, 21]), ([(1, 4, 6)], [30, 2])]


@pytest.mark.parametrize("name", ["model", "deep"])
def test_a_packed_row_gives_what_each_sequence_gives_alone(name: str, request: pytest.FixtureRequest) -> None:
    model = request.getfixturevalue(name)
    views = [stream(model, grids, texts) for grids, texts in VIEWS]
    expected = torch.cat([plain(model, view) for view in views])
    merge = model.config.vision_config.spatial_merge_size
    packed = row(views, merge)
    looks = [image for view in views for image in features(model, view)]

    def difference(changed: Row, seen: list[Features] = looks) -> float:
        with torch.no_grad():
            actual = model.lm_head(hidden(model, changed, seen)).log_softmax(-1)
        return float((actual - expected).abs().max())

    assert difference(packed) < 1e-5
    leaked = Row(packed.ids, packed.positions, (len(packed.ids),), packed.visual, packed.following)
    counted = torch.arange(len(packed.ids)).expand(3, -1)
    flat = Row(packed.ids, counted, packed.lengths, packed.visual, packed.following)
    assert difference(leaked) > 1e-2
    assert difference(flat) > 1e-2
    swapped = [Features(looks[0].pooled.flip(0), looks[0].deep), *looks[1:]]
    assert difference(packed, swapped) > 1e-2
    if name == "deep":
        without = [Features(look.pooled, ()) for look in looks]
        assert difference(packed, without) > 1e-2


@pytest.mark.parametrize("name", ["model", "deep"])
def test_the_last_layer_where_it_is_wanted_is_the_last_layer(
    name: str, request: pytest.FixtureRequest
) -> None:
    model = request.getfixturevalue(name)
    views = [stream(model, grids, texts) for grids, texts in VIEWS]
    packed = row(views, model.config.vision_config.spatial_merge_size)
    looks = [image for view in views for image in features(model, view)]
    ends = torch.tensor(packed.lengths).cumsum(0)
    chosen = [
        [0, 5, int(ends[0]) - 1, int(ends[1]) - 1, int(ends[2]) - 2],
        [int(ends[1]) + 1],
        [int(ends[2]) - 1],
    ]
    with torch.no_grad():
        everywhere = hidden(model, packed, looks)
        for places in chosen:
            only = torch.tensor(places)
            assert torch.allclose(hidden(model, packed, looks, only=only), everywhere[only], atol=1e-5)
    assert not torch.allclose(everywhere[chosen[0][1]], everywhere[chosen[0][2]], atol=1e-2)


grids = st.tuples(st.just(1), st.integers(1, 6), st.integers(1, 6))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), grids), max_size=4), st.integers(1, 9), st.sampled_from([1, 2]))
def test_positions_are_those_of_transformers(
    model: Any, parts: list[tuple[int, tuple[int, int, int]]], tail: int, merge: int
) -> None:
    images: list[ImageRef] = []
    kinds: list[int] = []
    for text, (_, high, wide) in parts:
        grid = (1, high * merge, wide * merge)
        kinds += [0] * text
        images.append(ImageRef("", grid, len(kinds), len(kinds) + high * wide))
        kinds += [1] * (high * wide)
    kinds += [0] * tail
    before = model.config.vision_config.spatial_merge_size
    model.config.vision_config.spatial_merge_size = merge
    try:
        expected, delta = model.model.get_rope_index(
            torch.zeros(1, len(kinds), dtype=torch.long),
            torch.tensor([kinds]),
            image_grid_thw=torch.tensor([image.grid for image in images]) if images else None,
        )
    finally:
        model.config.vision_config.spatial_merge_size = before
    actual, following = positions(len(kinds), images, merge)
    assert actual.tolist() == expected[:, 0].tolist()
    assert following == len(kinds) + int(delta)


def test_create_is_decided_by_its_seed_and_small(folder: Path, tmp_path: Path) -> None:
    first = checkpoint.read(folder)
    assert first is not None
    assert create(tmp_path / "same", seed=1) == first
    assert create(tmp_path / "other", seed=2).weights_sha256 != first.weights_sha256
    assert sum(path.stat().st_size for path in folder.iterdir()) < 6_000_000


def test_a_created_folder_is_transformers_own(folder: Path, model: Any) -> None:
    theirs = Qwen3VLForConditionalGeneration.from_pretrained(folder, dtype=torch.float32).eval()
    view = stream(model, [(1, 8, 10)], [9, 14])
    assert torch.allclose(plain(theirs, view), plain(model, view), atol=1e-5)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    assert tokenizer.convert_tokens_to_ids("<|im_end|>") == Processor.load(folder).stop_id
    assert model.generation_config.eos_token_id == Processor.load(folder).stop_id
    assert Processor.load(folder).grid(800, 640) == (1, 8, 10)
    assert model.config.text_config._attn_implementation == NAME
    assert not model.training


def test_a_folder_without_manifest_loads_and_says_so(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for path in folder.iterdir():
        if path.name != "manifest.json":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with caplog.at_level(logging.WARNING):
        load(tmp_path)
    assert "unverified" in caplog.text


def test_load_refuses_what_it_cannot_trust(folder: Path, tmp_path: Path) -> None:
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    weights = bytearray((tmp_path / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (tmp_path / "model.safetensors").write_bytes(weights)
    with pytest.raises(PolicyError, match=r"model\.safetensors is damaged: expected sha256"):
        load(tmp_path)
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "model.safetensors").write_bytes(bytes(weights[:1000]))
    with pytest.raises(PolicyError, match="could not be loaded"):
        load(tmp_path)
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    with pytest.raises(PolicyError, match="give a qwen3_vl one"):
        load(tmp_path)


def test_load_refuses_weights_that_lack_a_part(folder: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    for path in folder.iterdir():
        if path.name != "manifest.json":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    kept = load_file(tmp_path / "model.safetensors")
    kept.pop("model.visual.merger.linear_fc1.weight")
    save_file(kept, tmp_path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(PolicyError, match=r"missing_keys.*merger"):
        load(tmp_path)


def test_a_stream_whose_placeholders_disagree_is_refused(model: Any) -> None:
    image_token, rows = model.config.image_token_id, model.config.text_config.vocab_size

    def verdict(view: TokenView) -> None:
        check(view, merge=1, image_token=image_token, vocabulary=rows)

    good = stream(model, [(1, 2, 3)], [4, 4])
    verdict(good)
    short = ImageRef("", (1, 2, 3), 4, 9)
    with pytest.raises(PolicyError, match="has 6 features, but 5 placeholders"):
        verdict(TokenView(good.token_ids, (short,)))
    moved = ImageRef("", (1, 2, 3), 5, 11)
    with pytest.raises(PolicyError, match="placeholders"):
        verdict(TokenView(good.token_ids, (moved,)))
    with pytest.raises(PolicyError, match="outside the model's vocabulary"):
        verdict(TokenView((1, rows), ()))
    with pytest.raises(PolicyError, match="no tokens"):
        verdict(TokenView((), ()))


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.floats(-20, 20), min_size=4, max_size=4),
    st.floats(0.05, 10),
    st.sets(st.integers(0, 3), max_size=3),
    st.floats(0, 1, exclude_max=True),
)
def test_a_barred_id_is_never_drawn(
    logits: list[float], temperature: float, bars: set[int], uniform: float
) -> None:
    mask = barred(sorted(bars), known=4, rows=4)
    logp = log_probabilities(torch.tensor([logits]), torch.tensor([temperature]), mask)
    assert float(logp.exp().sum()) == pytest.approx(1, abs=1e-5)
    assert int(draw(logp, torch.tensor([uniform], dtype=torch.float64))) not in bars
    free = [logit / temperature for place, logit in enumerate(logits) if place not in bars]
    expected = torch.distributions.Categorical(logits=torch.tensor(free)).entropy()  # type: ignore[no-untyped-call]
    assert float(entropies(logp)) == pytest.approx(float(expected), abs=1e-4)


def test_draws_follow_the_distribution_and_rows_beyond_the_tokenizer_are_barred() -> None:
    assert barred((1,), known=3, rows=5).tolist() == [False, True, False, True, True]
    logp = torch.tensor([[0.5, 0.0, 0.2, 0.3]]).log().expand(2000, -1)
    uniform = (torch.arange(2000, dtype=torch.float64) + 0.5) / 2000
    counts = torch.bincount(draw(logp, uniform), minlength=4)
    assert counts.tolist() == pytest.approx([1000, 0, 400, 600], abs=1)


def test_a_cache_stays_within_its_bytes() -> None:
    cache: Lru[str] = Lru(10)
    keys = [(str(number), (1, 1, 1)) for number in range(4)]
    cache.put(keys[0], "a", 4)
    cache.put(keys[1], "b", 4)
    assert cache.get(keys[0]) == "a"
    cache.put(keys[2], "c", 4)
    assert [cache.get(key) for key in keys[:3]] == ["a", None, "c"]
    cache.put(keys[3], "too large", 11)
    assert cache.get(keys[3]) is None
    assert cache.used == 8
