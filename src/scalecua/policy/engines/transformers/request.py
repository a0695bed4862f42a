"""One answer being sampled."""

from concurrent.futures import Future
from dataclasses import dataclass, field

import torch
from torch import Tensor

from scalecua.core.completion import Completion, Finish, Sampling, VersionSpan
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.view import ImageRef, TokenView


@dataclass(frozen=True, slots=True)
class Stream:
    """A prompt with what has been sampled after it."""

    token_ids: tuple[int, ...]
    images: tuple[ImageRef, ...]


@dataclass(slots=True, eq=False)
class Request:
    """`draws` are the uniform numbers of its tokens; `position` is the rotary position of its next token."""

    view: TokenView
    sampling: Sampling
    future: Future[Completion] = field(default_factory=Future)
    draws: Tensor = field(default_factory=lambda: torch.empty(0))
    barred: Tensor = field(default_factory=lambda: torch.empty(0))
    position: int = 0
    tokens: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    entropies: list[float] = field(default_factory=list)
    spans: list[VersionSpan] = field(default_factory=list)

    @property
    def stream(self) -> Stream:
        """All tokens so far."""
        return Stream(self.view.token_ids + tuple(self.tokens), self.view.images)

    def append(self, token: int, logprob: float, entropy: float, version: int) -> None:
        """Take one sampled token; adjacent tokens of one version share a span."""
        start = len(self.tokens)
        if self.spans and self.spans[-1].version == version:
            start = self.spans.pop().start
        self.tokens.append(token)
        self.logprobs.append(logprob)
        self.entropies.append(entropy)
        self.spans.append(VersionSpan(version, start, len(self.tokens)))

    def complete(self, text: str, finish: Finish) -> None:
        """Hand the answer over, unless its caller has gone."""
        completion = Completion(
            tuple(self.tokens), tuple(self.logprobs), text, finish, tuple(self.spans), tuple(self.entropies)
        )
        if self.future.set_running_or_notify_cancel():
            self.future.set_result(completion)

    def fail(self, error: BaseException) -> None:
        """End with an error, unless its caller has gone."""
        if not self.future.done() and self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)


def make(view: TokenView, sampling: Sampling) -> Request:
    """A request with its draws fixed by `sampling.seed`; PolicyError for what cannot be sampled."""
    if sampling.max_tokens < 1 or sampling.temperature < 0:
        raise PolicyError(
            f"cannot sample max_tokens={sampling.max_tokens} at temperature {sampling.temperature}"
        )
    if sampling.top_p != 1.0:
        raise PolicyError(
            f"top_p is {sampling.top_p}; it must be 1: log-probabilities are those of what was sampled",
            failure=Failure.ENGINE,
        )
    generator = torch.Generator()
    if sampling.seed is None:
        generator.seed()
    else:
        generator.manual_seed(sampling.seed % 2**63)
    draws = torch.rand(sampling.max_tokens, dtype=torch.float64, generator=generator)
    return Request(view, sampling, draws=draws)
