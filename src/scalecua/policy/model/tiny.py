"""A Qwen3-VL small enough to learn on a CPU: about 1.2 million parameters, made from a seed.

A large initialiser and a 2-D sine table for the vision positions let so small a model find its way
from pictures to coordinates at all.
"""

import json
import math
from pathlib import Path
from typing import Literal

import torch
from torch import Tensor
from transformers import GenerationConfig, Qwen3VLConfig, Qwen3VLForConditionalGeneration
from transformers.utils.logging import disable_progress_bar

from scalecua.policy import checkpoint, tokenizer
from scalecua.policy.model.load import ONE_AT_A_TIME

SIDE = 16
WIDTH = 128
PATCH = 16


def create(
    folder: Path,
    *,
    seed: int,
    size: Literal["tiny"] = "tiny",
    min_pixels: int = 4_096,
    max_pixels: int = 20_480,
) -> checkpoint.Manifest:
    """Write a fresh checkpoint into `folder`, the same for the same arguments; `min_pixels` and `max_pixels`
    bound a screenshot after resizing. The default shows an 800 x 640 screen as 160 x 128.
    """
    del size
    disable_progress_bar()
    words = tokenizer.build()
    ids = {token.content: number for number, token in words.get_added_tokens_decoder().items()}
    with ONE_AT_A_TIME, torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen3VLForConditionalGeneration(_config(words.get_vocab_size(), ids))
    with torch.no_grad():
        model.model.visual.pos_embed.weight.copy_(sine_table(SIDE, WIDTH))
    model.generation_config = GenerationConfig(
        eos_token_id=ids[tokenizer.IM_END], pad_token_id=ids[tokenizer.END], do_sample=True, temperature=1.0
    )

    def fill(into: Path) -> None:
        model.save_pretrained(into)
        tokenizer.save(words, into)
        rule = json.dumps(_image_rule(min_pixels, max_pixels), indent=2)
        (into / "preprocessor_config.json").write_text(rule + "\n")

    return checkpoint.write(folder, fill, version=0, step=0)


def sine_table(side: int, width: int) -> Tensor:
    """(side * side, width): half of each entry encodes its row, half its column, amplitude 1/2."""
    quarter = width // 4
    frequency = torch.exp(-math.log(100.0) * torch.arange(quarter) / quarter)
    angle = torch.arange(side)[:, None] * frequency
    line = torch.cat([angle.sin(), angle.cos()], dim=1) / 2
    rows = line[:, None].expand(side, side, -1)
    columns = line[None].expand(side, side, -1)
    return torch.cat([rows, columns], dim=-1).reshape(side * side, width)


def _config(vocabulary: int, ids: dict[str, int]) -> Qwen3VLConfig:
    text = {
        "vocab_size": vocabulary, "hidden_size": WIDTH, "intermediate_size": 3 * WIDTH,
        "num_hidden_layers": 3, "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 32,
        "max_position_embeddings": 32_768,
        "initializer_range": 0.06, "tie_word_embeddings": True, "pad_token_id": ids[tokenizer.END],
        "rope_parameters": {
            "rope_type": "default", "rope_theta": 5_000_000.0,
            "mrope_section": [6, 5, 5], "mrope_interleaved": True,
        },
    }  # fmt: skip
    vision = {
        "depth": 2, "hidden_size": WIDTH, "intermediate_size": 2 * WIDTH, "num_heads": 4, "patch_size": PATCH,
        "spatial_merge_size": 1, "temporal_patch_size": 2, "out_hidden_size": WIDTH,
        "num_position_embeddings": SIDE * SIDE, "deepstack_visual_indexes": [], "initializer_range": 0.06,
    }  # fmt: skip
    return Qwen3VLConfig(
        text_config=text,
        vision_config=vision,
        tie_word_embeddings=True,
        image_token_id=ids[tokenizer.IMAGE_PAD],
        video_token_id=ids[tokenizer.VIDEO_PAD],
        vision_start_token_id=ids[tokenizer.VISION_START],
        vision_end_token_id=ids[tokenizer.VISION_END],
    )


def _image_rule(min_pixels: int, max_pixels: int) -> dict[str, object]:
    return {
        "image_processor_type": "Qwen2VLImageProcessor",
        "size": {"shortest_edge": min_pixels, "longest_edge": max_pixels},
        "patch_size": PATCH, "merge_size": 1, "temporal_patch_size": 2,
        "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
        "do_resize": True, "do_rescale": True, "do_normalize": True, "do_convert_rgb": True,
    }  # fmt: skip
