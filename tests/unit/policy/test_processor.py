import io
import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import smart_resize as theirs

from scalecua.core.errors import PolicyError
from scalecua.policy.image import ImageRule
from scalecua.policy.processor import Processor
from scalecua.policy.resize import smart_resize


@settings(max_examples=300, deadline=None)
@given(
    width=st.integers(1, 4000),
    height=st.integers(1, 4000),
    factor=st.sampled_from([14, 16, 28, 32]),
    low=st.integers(1, 100_000),
    high=st.integers(100_000, 16_777_216),
)
def test_sizes_are_those_of_the_published_rule(
    width: int, height: int, factor: int, low: int, high: int
) -> None:
    if max(width, height) > 199 * min(width, height):
        return
    wide, tall = smart_resize(width, height, factor=factor, min_pixels=low, max_pixels=high)
    assert (tall, wide) == theirs(height, width, factor=factor, min_pixels=low, max_pixels=high)


def test_halves_are_rounded_to_even() -> None:
    size = smart_resize(1522, 1022, factor=28, min_pixels=78_400, max_pixels=12_845_056)
    assert size == (1512, 1008)


@pytest.mark.parametrize("size", [(0, 10), (2010, 10), (10, 2010)])
def test_pictures_without_a_sensible_shape_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(PolicyError, match=f"{size[0]}x{size[1]}"):
        smart_resize(*size, factor=28, min_pixels=1, max_pixels=10**6)


@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA", "P"])
@pytest.mark.parametrize("size", [(800, 640), (321, 197), (40, 33)])
@pytest.mark.parametrize(("patch", "merge"), [(16, 2), (16, 1), (14, 2)])
def test_patches_equal_those_of_transformers(
    size: tuple[int, int], patch: int, merge: int, mode: str
) -> None:
    rule = ImageRule(patch, merge, 2, 32 * 32, 160 * 128, (0.5, 0.4, 0.3), (0.5, 0.25, 0.3))
    processor = Qwen2VLImageProcessorPil(
        patch_size=patch,
        merge_size=merge,
        temporal_patch_size=2,
        size={"shortest_edge": rule.min_pixels, "longest_edge": rule.max_pixels},
        image_mean=list(rule.mean),
        image_std=list(rule.std),
    )
    data = picture(size, mode)
    expected = processor(Image.open(io.BytesIO(data)).convert("RGB"), return_tensors="np")
    values, grid = rule.pixels(data)
    assert values.dtype == np.float32
    assert np.array_equal(values, expected["pixel_values"])
    assert list(grid) == expected["image_grid_thw"][0].tolist()
    assert rule.grid(*size) == grid
    assert rule.tokens(grid) == len(values) // merge**2


def test_a_damaged_screenshot_is_a_policy_error(processor: Processor) -> None:
    with pytest.raises(PolicyError, match="cannot be decoded"):
        processor.pixels(picture((64, 64), "RGB")[:200])


def test_forbidden_are_all_marks_but_the_ones_an_answer_is_made_of(processor: Processor) -> None:
    allowed = {"<|im_end|>", "<tool_call>", "</tool_call>", "<think>", "</think>"}
    assert {name for name, number in processor.added.items() if number not in processor.forbidden} == allowed
    assert processor.stop_id not in processor.forbidden
    assert {processor.image_id, processor.video_id, processor.pad_id} <= set(processor.forbidden)


def test_fingerprint_changes_with_tokenizer_or_rule_and_with_nothing_else(
    processor: Processor, processor_folder: Path, tmp_path: Path
) -> None:
    assert Processor.load(processor_folder).fingerprint == processor.fingerprint
    other = shutil.copytree(processor_folder, tmp_path / "other")
    rule = json.loads((other / "preprocessor_config.json").read_text())
    (other / "preprocessor_config.json").write_text(json.dumps({**rule, "merge_size": 1}))
    assert Processor.load(other).fingerprint != processor.fingerprint


def test_an_incomplete_rule_is_named(processor_folder: Path, tmp_path: Path) -> None:
    other = shutil.copytree(processor_folder, tmp_path / "other")
    (other / "preprocessor_config.json").write_text(json.dumps({"patch_size": 16}))
    with pytest.raises(PolicyError, match="merge_size"):
        Processor.load(other)


def picture(size: tuple[int, int], mode: str) -> bytes:
    values = np.random.default_rng(0).integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)
    stream = io.BytesIO()
    image = Image.fromarray(values)
    if mode == "RGB":
        image.save(stream, "JPEG", quality=80)
    else:
        image.convert(mode).save(stream, "PNG")
    return stream.getvalue()
