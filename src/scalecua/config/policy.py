"""[model] and [policy]: which weights, which family, and how it is asked."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from scalecua.config.section import Section


class ModelSection(Section):
    """A checkpoint folder in the layout transformers saves."""

    path: Path | None = None


class PolicySection(Section):
    """`max_tokens` bounds one answer; `min_pixels` and `max_pixels` bound a screenshot after resizing."""

    family: Literal["qwen3vl"] = "qwen3vl"
    engine: Literal["transformers"] = "transformers"
    temperature: float = Field(1.0, gt=0, le=10)
    max_tokens: int = Field(128, ge=1)
    min_pixels: int = Field(65_536, ge=64)
    max_pixels: int = Field(16_777_216, ge=64)
    threads: int = Field(1, ge=1)
    max_batch: int = Field(16, ge=1)
    load_timeout_s: float = Field(60.0, gt=0)
