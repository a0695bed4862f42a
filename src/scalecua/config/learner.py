"""[learner]: the optimiser and how one update walks over its batch."""

from pydantic import Field

from scalecua.config.section import Section


class LearnerSection(Section):
    """AdamW on the language model; the vision tower is frozen unless `train_vision`. The learning rate rises
    over `warmup_steps` optimiser steps, and falls linearly to `final` of itself over the `iterations`.

    An update makes `passes` passes over its batch in `minibatches` optimiser steps each; it stops early
    when the mean k3 divergence from the rollout policy exceeds `kl_stop` (None: never). `token_budget`
    bounds the tokens of one packed forward pass; `threads` of them run at once (None: on all cores where
    rollouts wait for the learner, else one). Kept are the `keep` newest checkpoints, the best, and every
    `keep_every`-th (None: of those none). `tensor_parallel` is the number of GPUs a replica is split over.
    """

    iterations: int = Field(1000, ge=1)
    lr: float = Field(3e-6, gt=0)
    final: float = Field(1.0, ge=0, le=1)
    betas: tuple[float, float] = (0.9, 0.999)
    eps: float = Field(1e-8, gt=0)
    weight_decay: float = Field(0.0, ge=0)
    warmup_steps: int = Field(0, ge=0)
    grad_clip: float = Field(1.0, gt=0)
    passes: int = Field(1, ge=1)
    minibatches: int = Field(1, ge=1)
    kl_stop: float | None = Field(None, gt=0)
    token_budget: int = Field(40_000, ge=64)
    max_sequence: int = Field(40_000, ge=64)
    train_vision: bool = False
    threads: int | None = Field(None, ge=1)
    keep: int = Field(3, ge=1)
    keep_every: int | None = Field(None, ge=1)
    tensor_parallel: int = Field(1, ge=1)
