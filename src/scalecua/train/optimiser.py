"""AdamW with a linear warm-up and a clipped gradient norm."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from scalecua.config.learner import LearnerSection
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure


def linear_decay(done: float, final: float) -> float:
    """Factor of the learning rate after the share `done` of a run: from 1 straight down to `final`."""
    return 1.0 - (1.0 - final) * min(done, 1.0)


class Optimiser:
    """Over the parameters of `model` that want a gradient; `steps` counts those taken, resumes included.

    `decay`, a schedule's, and `factor`, from outside, scale the learning rate.
    """

    def __init__(self, model: Any, section: LearnerSection) -> None:
        self._section = section
        self.names, self.parameters = zip(
            *((name, p) for name, p in model.named_parameters() if p.requires_grad), strict=True
        )
        self.inner = torch.optim.AdamW(
            self.parameters,
            lr=section.lr,
            betas=section.betas,
            eps=section.eps,
            weight_decay=section.weight_decay,
            fused=True,
        )
        self.steps = 0
        self.decay = self.factor = 1.0

    @property
    def rate(self) -> float:
        """The learning rate of the next step."""
        warm = min(1.0, (self.steps + 1) / max(self._section.warmup_steps, 1))
        return self._section.lr * self.decay * self.factor * warm

    def zero(self) -> None:
        """Forget the gradient."""
        self.inner.zero_grad(set_to_none=True)

    def add(self, gradient: Sequence[Tensor | None]) -> None:
        """Add to the gradient; one entry a parameter."""
        for parameter, more in zip(self.parameters, gradient, strict=True):
            if more is not None:
                kept = parameter.grad
                parameter.grad = more.contiguous() if kept is None else kept.add_(more)

    def step(self, *, scale: float = 1.0) -> float:
        """Step along the gradient times `scale`; returns its norm before clipping.

        PolicyError, with nothing changed, if it is not finite.
        """
        gradients = [p.grad for p in self.parameters if p.grad is not None]
        torch._foreach_mul_(gradients, scale)
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, self._section.grad_clip)
        if not torch.isfinite(norm):
            self.zero()
            raise PolicyError(
                f"the gradient norm is {norm.item()} at step {self.steps}; lower learner.lr and resume",
                failure=Failure.ENGINE,
            )
        for group in self.inner.param_groups:
            group["lr"] = self.rate
        self.inner.step()
        self.steps += 1
        return float(norm)
