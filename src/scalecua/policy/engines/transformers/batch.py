"""The streams being sampled together: joined by prefill, advanced one token a step, left independently."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from scalecua.core.completion import Finish
from scalecua.core.errors import PolicyError, ScaleCUAError, boundary
from scalecua.core.failure import Failure
from scalecua.policy.engines.transformers.request import Request
from scalecua.policy.engines.transformers.slots import SlotCache
from scalecua.policy.model import forward
from scalecua.policy.model.distribution import barred, entropies, log_probabilities
from scalecua.policy.model.row import check, row
from scalecua.policy.model.vision import FeatureCache, Features
from scalecua.policy.processor import Processor


class Batch:
    """Owned by one thread; at most `size` streams."""

    def __init__(
        self, model: Any, version: int, cache: FeatureCache, *, size: int, processor: Processor
    ) -> None:
        self.requests: list[Request] = []
        self.size = size
        self._cache = cache
        self._processor = processor
        self.use(model, version)

    def use(self, model: Any, version: int) -> None:
        """Sample from these weights from now on; streams in flight are read anew under them."""
        text = model.config.text_config
        self.model, self.version = model, version
        self._merge = int(model.config.vision_config.spatial_merge_size)
        self._vocabulary = int(text.vocab_size)
        self.slots = SlotCache(
            layers=text.num_hidden_layers, heads=text.num_key_value_heads, width=text.head_dim, size=self.size
        )
        kept, self.requests = self.requests, []
        self.admit(kept)

    def admit(self, requests: Sequence[Request]) -> None:
        """Read the streams of `requests` and sample one token of each; one that is unfit fails alone."""
        fit: list[Request] = []
        features: list[Features] = []
        for request in requests:
            try:
                with boundary(PolicyError, "the prompt could not be read", failure=Failure.ENGINE):
                    features.extend(self._prepare(request))
            except ScaleCUAError as error:
                error.failure = error.failure or Failure.ENGINE
                request.fail(error)
            else:
                fit.append(request)
        if not fit:
            return
        prompt = row([request.stream for request in fit], self._merge)
        self.slots.open(prompt.lengths)
        try:
            states = forward.hidden(self.model, prompt, features, slots=self.slots)
        except BaseException:
            self.slots.abandon()
            raise
        self.slots.commit()
        for request, position in zip(fit, prompt.following, strict=True):
            request.position = position
        self.requests.extend(fit)
        ends = torch.tensor(prompt.lengths).cumsum(0) - 1
        self._sample(fit, states[ends])

    def step(self) -> None:
        """Sample one more token of every stream."""
        ids = torch.tensor([request.tokens[-1] for request in self.requests])
        positions = torch.tensor([request.position for request in self.requests])
        states = forward.step(self.model, ids, positions, self.slots.mask(), self.slots)
        self.slots.commit()
        for request in self.requests:
            request.position += 1
        self._sample(list(self.requests), states)

    def drop(self, request: Request) -> None:
        """Take a stream out."""
        index = self.requests.index(request)
        last = self.requests.pop()
        if last is not request:
            self.requests[index] = last
        self.slots.drop(index)

    def finish(self, request: Request, finish: Finish) -> None:
        """Take a stream out and hand its answer over."""
        self.drop(request)
        request.complete(self._processor.decode(request.tokens), finish)

    def clear(self, error: BaseException) -> None:
        """Fail every stream."""
        for request in self.requests:
            request.fail(error)
        self.requests = []
        self.slots.clear()

    def _prepare(self, request: Request) -> list[Features]:
        check(
            request.view, merge=self._merge, image_token=self._processor.image_id, vocabulary=self._vocabulary
        )
        request.barred = barred(
            request.sampling.forbidden, known=self._processor.vocabulary, rows=self._vocabulary
        )
        return self._cache.features(self.model, request.view.images)

    def _sample(self, requests: list[Request], states: Tensor) -> None:
        temperature = torch.tensor([request.sampling.temperature for request in requests])
        masks = torch.stack([request.barred for request in requests])
        logp = log_probabilities(self.model.lm_head(states), temperature, masks)
        draws = torch.stack([request.draws[len(request.tokens)] for request in requests])
        tokens = torch.where(temperature > 0, draw(logp, draws), logp.argmax(-1))
        chosen = logp.gather(1, tokens[:, None])[:, 0].tolist()
        for request, token, logprob, entropy in zip(
            requests, tokens.tolist(), chosen, entropies(logp).tolist(), strict=True
        ):
            request.append(token, logprob, entropy, self.version)
            if token == self._processor.stop_id:
                self.finish(request, "stop")
            elif len(request.tokens) == request.sampling.max_tokens:
                self.finish(request, "length")


def draw(logp: Tensor, uniform: Tensor) -> Tensor:
    """Ids (N) where the cumulative distribution of `logp` (N, V) passes `uniform` (N) in [0, 1).

    An id of probability 0 spans nothing of it and is never drawn.
    """
    cumulative = logp.double().exp().cumsum(-1)
    targets = uniform[:, None] * cumulative[:, -1:]
    tokens = torch.searchsorted(cumulative, targets, right=True)[:, 0]
    return torch.where(tokens < logp.shape[1], tokens, logp.argmax(-1))
