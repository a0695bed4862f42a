"""[model] and [policy]: which weights, which family, and how it is asked."""

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from scalecua.config.section import Section


class ModelSection(Section):
    """A checkpoint folder in the layout transformers saves, or one shipped with the package by its name."""

    path: Path | None = None
    shipped: Literal["tiny"] | None = None

    @model_validator(mode="after")
    def _one(self) -> "ModelSection":
        if self.path is not None and self.shipped is not None:
            raise ValueError(f"path and shipped = {self.shipped!r} name two checkpoints; leave one out")
        return self


class PolicySection(Section):
    """`max_tokens` bounds one answer; `min_pixels` and `max_pixels` bound a screenshot after resizing.

    `engine` samples the answers, in this process or as a server of which each replica is split over
    `tensor_parallel` GPUs.
    """

    family: Literal["qwen3vl"] = "qwen3vl"
    engine: Literal["transformers", "vllm"] = "transformers"
    tensor_parallel: int = Field(1, ge=1)
    temperature: float = Field(1.0, gt=0, le=10)
    max_tokens: int = Field(128, ge=1)
    min_pixels: int = Field(65_536, ge=64)
    max_pixels: int = Field(16_777_216, ge=64)
    threads: int = Field(1, ge=1)
    max_batch: int = Field(16, ge=1)
    load_timeout_s: float = Field(60.0, gt=0)
