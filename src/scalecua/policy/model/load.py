"""A Qwen3-VL checkpoint folder to a torch module: verified, fp32, on this process's CPU."""

import logging
import threading
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, Qwen3VLForConditionalGeneration
from transformers.utils.logging import disable_progress_bar

from scalecua.core.errors import PolicyError, boundary
from scalecua.policy import checkpoint
from scalecua.policy.model import attention, patches

log = logging.getLogger(__name__)
# transformers swaps functions of its own, for the whole process, while it builds a model and ties weights.
ONE_AT_A_TIME = threading.Lock()


def load(folder: Path) -> Any:
    """A `Qwen3VLForConditionalGeneration` in evaluation mode, its attention ready for packed rows.

    Files are held against the manifest first; a folder without one loads, and a warning says so.
    PolicyError if the folder is missing, damaged, of another architecture, or lacks weights.
    """
    if checkpoint.verify(folder) is None:
        log.warning("checkpoint %s has no %s: its files are used unverified", folder, checkpoint.MANIFEST)
    return build(folder)


def build(folder: Path) -> Any:
    """`load` for a folder whose files have been held against their manifest already."""
    attention.register()
    disable_progress_bar()
    with boundary(PolicyError, f"checkpoint {folder} could not be loaded"):
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
        if config.model_type != "qwen3_vl":
            raise PolicyError(f"checkpoint {folder} is a {config.model_type!r} model; give a qwen3_vl one")
        with ONE_AT_A_TIME:
            model, report = Qwen3VLForConditionalGeneration.from_pretrained(
                folder,
                config=config,
                dtype=torch.float32,
                attn_implementation={"text_config": attention.NAME, "vision_config": "sdpa"},
                local_files_only=True,
                output_loading_info=True,
            )
    for problem in ("missing_keys", "unexpected_keys", "mismatched_keys"):
        if report[problem]:
            raise PolicyError(
                f"checkpoint {folder} does not fit its config: {problem} {sorted(report[problem])[:3]}"
            )
    patches.flatten(model)
    return model.eval()


def same_vision(one: Any, other: Any) -> bool:
    """Whether two models have the same vision tower to the bit, so that features of one serve the other."""
    mine, theirs = one.model.visual.state_dict(), other.model.visual.state_dict()
    return mine.keys() == theirs.keys() and all(torch.equal(mine[name], theirs[name]) for name in mine)
