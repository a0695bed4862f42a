import hashlib
import io
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from PIL import Image
from torch import Tensor

from scalecua.config.policy import PolicySection
from scalecua.core.completion import Completion, Sampling
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import create
from scalecua.policy.processor import Processor

SIZE = (160, 128)


class MemoryBlobs:
    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.reads = 0

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, digest: str) -> bytes:
        self.reads += 1
        return self.kept[digest]


class Bench:
    def __init__(self, folder: Path, engine: TransformersEngine, blobs: MemoryBlobs) -> None:
        self.folder, self.engine, self.blobs = folder, engine, blobs
        self.processor = Processor.load(folder)
        self.rng = np.random.default_rng(0)

    def view(self, images: int = 1, text: int = 20) -> TokenView:
        ids: list[int] = []
        refs: list[ImageRef] = []
        for _ in range(images):
            ids += self.rng.integers(0, 700, text).tolist()
            file = io.BytesIO()
            Image.fromarray(self.rng.integers(0, 255, (*SIZE[::-1], 3), dtype=np.uint8)).save(file, "JPEG")
            grid = self.processor.grid(*SIZE)
            count = self.processor.rule.tokens(grid)
            refs.append(ImageRef(self.blobs.put(file.getvalue()), grid, len(ids), len(ids) + count))
            ids += [self.processor.image_id] * count
        ids += self.rng.integers(0, 700, text).tolist()
        return TokenView(tuple(ids), tuple(refs))

    def sampling(self, seed: int = 0, temperature: float = 1.0, max_tokens: int = 12) -> Sampling:
        forbidden = (*self.processor.forbidden, self.processor.stop_id)
        return Sampling(temperature, max_tokens, forbidden=forbidden, seed=seed)

    async def complete(self, view: TokenView, sampling: Sampling) -> Completion:
        return await self.engine.complete(view, sampling, session="s")

    def plain(self, model: Any, view: TokenView, ids: Sequence[int], sampling: Sampling) -> Tensor:
        """Log-probabilities of `ids` after `view`, by one ordinary forward pass of transformers."""
        row = torch.tensor([view.token_ids + tuple(ids)])
        kinds = torch.zeros_like(row)
        for image in view.images:
            kinds[0, image.start : image.stop] = 1
        model.model.rope_deltas = None
        pixels = [np.array(self.processor.pixels(self.blobs.get(i.sha256))[0]) for i in view.images]
        with torch.no_grad():
            logits = model(
                input_ids=row,
                pixel_values=torch.from_numpy(np.concatenate(pixels)),
                image_grid_thw=torch.tensor([image.grid for image in view.images]),
                mm_token_type_ids=kinds,
                attention_mask=torch.ones_like(row),
            ).logits[0, len(view.token_ids) - 1 : -1]
        scaled = logits / (sampling.temperature or 1.0)
        scaled[:, list(sampling.forbidden)] = -torch.inf
        return scaled.log_softmax(-1)  # type: ignore[no-any-return]

    @staticmethod
    def gap(completion: Completion, expected: Tensor) -> float:
        """The largest difference of a completion's log-probabilities from `expected`."""
        chosen = expected.gather(1, torch.tensor(completion.token_ids)[:, None])[:, 0]
        assert completion.logprobs is not None
        return float((chosen - torch.tensor(completion.logprobs)).abs().max())


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    base = tmp_path_factory.mktemp("weights")
    for seed in (1, 2):
        create(base / str(seed), seed=seed, max_pixels=SIZE[0] * SIZE[1])
    return base / "1", base / "2"


@pytest.fixture
async def bench(folders: tuple[Path, Path]) -> AsyncIterator[Bench]:
    blobs = MemoryBlobs()
    section = PolicySection(max_batch=4, load_timeout_s=20)
    async with TransformersEngine(folders[0], Processor.load(folders[0]), blobs, section) as engine:
        yield Bench(folders[0], engine, blobs)
