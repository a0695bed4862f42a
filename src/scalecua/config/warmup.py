"""[warmup]: the demonstrations that come first, and how they are imitated."""

from pathlib import Path

from pydantic import Field, model_validator

from scalecua.config.section import Section


class WarmupSection(Section):
    """Imitate the trajectories of `sources` (run folders or `.jsonl` files), or where there are none, of
    reference solutions that are recorded first. With `fresh`, start from a new tiny model, whatever [model]
    says.

    Recorded are `demonstrations` a template, of `variants` of it (None: as many as rollouts have), a
    share `slips` of them with a mistake and its repair. Imitation goes on until `steps` or `seconds` are over
    (None: no limit, and the same weights every time): after `primer` steps of reading alone and `sight` of
    exercises alone, `batch` segments a step at `lr`, which falls linearly to `final` of itself, with `drills`
    exercises of pointing, `blind` demonstrations without pictures, `copies` exercises of typing and `screens`
    to be read.
    """

    fresh: bool = False
    sources: tuple[Path, ...] = ()
    demonstrations: int = Field(16, ge=1)
    variants: int | None = Field(None, ge=1)
    slips: float = Field(0.2, ge=0, le=1)
    steps: int = Field(1000, ge=1)
    seconds: float | None = Field(None, gt=0)
    primer: int = Field(0, ge=0)
    sight: int = Field(0, ge=0)
    batch: int = Field(16, ge=1)
    drills: int = Field(16, ge=0)
    blind: int = Field(8, ge=0)
    copies: int = Field(32, ge=0)
    screens: int = Field(32, ge=0)
    lr: float = Field(2e-3, gt=0)
    final: float = Field(0.1, ge=0, le=1)
    threads: int = Field(1, ge=1)

    @model_validator(mode="after")
    def _something_to_see(self) -> "WarmupSection":
        if self.sight and not self.screens:
            raise ValueError("sight needs screens: steps of exercises alone need something to see")
        return self
