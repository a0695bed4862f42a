"""The embedded engine on a real (tiny) model: numbers, faults, and what happens between versions."""

import asyncio
import hashlib
import io
import threading
import time
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
from scalecua.core.engine import WeightSource
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import create, load
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


def source(folder: Path) -> WeightSource:
    return WeightSource(folder, checkpoint.weights_sha256(folder))


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


def gap(completion: Completion, expected: Tensor) -> float:
    chosen = expected.gather(1, torch.tensor(completion.token_ids)[:, None])[:, 0]
    assert completion.logprobs is not None
    return float((chosen - torch.tensor(completion.logprobs)).abs().max())


async def test_logprobs_and_entropies_are_those_of_a_plain_forward(bench: Bench) -> None:
    model = load(bench.folder)
    views = [bench.view(images, text) for images, text in ((1, 5), (3, 30), (2, 11), (1, 60), (2, 3), (1, 1))]
    samplings = [bench.sampling(seed, heat) for seed, heat in enumerate((1.0, 0.5, 0.0, 3.0, 1.0, 0.8))]
    together = await asyncio.gather(*(bench.complete(v, s) for v, s in zip(views, samplings, strict=True)))
    for view, sampling, completion in zip(views, samplings, together, strict=True):
        expected = bench.plain(model, view, completion.token_ids, sampling)
        assert gap(completion, expected) < 1e-5
        entropy = torch.distributions.Categorical(logits=expected).entropy()  # type: ignore[no-untyped-call]
        assert completion.entropies == pytest.approx(entropy.tolist(), abs=1e-4)
        assert completion.finish == "length"
        assert len(completion.token_ids) == sampling.max_tokens
        assert completion.text == bench.processor.decode(completion.token_ids)
        assert [(s.version, s.start, s.stop) for s in completion.versions] == [(0, 0, sampling.max_tokens)]
    greedy = bench.plain(model, views[2], together[2].token_ids, samplings[2]).argmax(-1)
    assert greedy.tolist() == list(together[2].token_ids)


async def test_an_answer_does_not_depend_on_what_is_sampled_beside_it(bench: Bench) -> None:
    views = [bench.view(1 + number % 2, 4 + 9 * number) for number in range(6)]
    together = await asyncio.gather(*(bench.complete(v, bench.sampling(i)) for i, v in enumerate(views)))
    for number, view in enumerate(views):
        alone = await bench.complete(view, bench.sampling(number))
        assert alone.token_ids == together[number].token_ids
        assert alone.logprobs == pytest.approx(together[number].logprobs, abs=1e-5)
    other = await bench.complete(views[0], bench.sampling(99))
    assert other.token_ids != together[0].token_ids


async def test_forbidden_ids_are_never_sampled_however_hot(bench: Bench) -> None:
    forbidden = bench.processor.forbidden
    hot = [Sampling(10.0, 100, forbidden=forbidden, seed=seed) for seed in range(8)]
    answers = await asyncio.gather(*(bench.complete(bench.view(), sampling) for sampling in hot))
    sampled = {token for answer in answers for token in answer.token_ids}
    assert bench.processor.image_id in forbidden
    assert len(sampled) > 200
    assert not sampled & set(forbidden)


async def test_the_end_token_ends_an_answer_and_belongs_to_it(bench: Bench) -> None:
    stop = bench.processor.stop_id
    everything = tuple(token for token in range(bench.processor.vocabulary) if token not in (stop, 5))
    answers = [
        await bench.complete(bench.view(), Sampling(1.0, 50, forbidden=everything, seed=seed))
        for seed in range(4)
    ]
    for answer in answers:
        ended = answer.token_ids[-1] == stop
        assert answer.finish == ("stop" if ended else "length")
        assert set(answer.token_ids[:-1]) <= {5}
        assert answer.logprobs is not None
        assert len(answer.logprobs) == len(answer.token_ids)
    assert any(answer.finish == "stop" for answer in answers)


async def test_a_bad_request_fails_alone(bench: Bench) -> None:
    good = bench.view()
    image = good.images[0]
    bad = TokenView(good.token_ids, (ImageRef(image.sha256, (1, 2, 2), image.start, image.stop),))
    gone = TokenView(good.token_ids, (ImageRef("0" * 64, image.grid, image.start, image.stop),))
    results = await asyncio.gather(
        bench.complete(good, bench.sampling()),
        bench.complete(bad, bench.sampling()),
        bench.complete(gone, bench.sampling()),
        bench.complete(good, bench.sampling()),
        return_exceptions=True,
    )
    assert isinstance(results[0], Completion)
    assert results[0] == results[3]
    for wrong in results[1:3]:
        assert isinstance(wrong, PolicyError)
        assert wrong.failure is Failure.ENGINE
    with pytest.raises(PolicyError, match="top_p"):
        await bench.complete(good, Sampling(1.0, 4, top_p=0.9))
    assert (await bench.engine.health()).in_flight == 0


async def test_cancelling_drops_a_request_and_leaves_the_others(bench: Bench) -> None:
    kept = asyncio.create_task(bench.complete(bench.view(), bench.sampling(1, max_tokens=200)))
    dropped = asyncio.create_task(bench.complete(bench.view(), bench.sampling(2, max_tokens=100_000)))
    await asyncio.sleep(0.1)
    assert (await bench.engine.health()).in_flight == 2
    dropped.cancel()
    assert len((await kept).token_ids) == 200
    async with asyncio.timeout(5):
        while (await bench.engine.health()).in_flight:
            await asyncio.sleep(0.01)
    assert dropped.cancelled()


async def test_load_swaps_weights_and_refuses_the_wrong_hash(
    bench: Bench, folders: tuple[Path, Path]
) -> None:
    view = bench.view()
    before = await bench.complete(view, bench.sampling())
    with pytest.raises(PolicyError, match="version 0 is still served") as caught:
        await bench.engine.load(1, WeightSource(folders[1], "0" * 64))
    assert caught.value.failure is Failure.ENGINE
    assert await bench.complete(view, bench.sampling()) == before
    loaded = await bench.engine.load(7, source(folders[1]))
    assert (loaded.version, loaded.sha256) == (7, checkpoint.weights_sha256(folders[1]))
    after = await bench.complete(view, bench.sampling())
    assert [(s.version, s.start, s.stop) for s in after.versions] == [(7, 0, 12)]
    assert gap(after, bench.plain(load(folders[1]), view, after.token_ids, bench.sampling())) < 1e-5
    assert (await bench.engine.health()).version == 7


async def test_a_load_waits_for_what_is_in_flight(bench: Bench, folders: tuple[Path, Path]) -> None:
    running = asyncio.create_task(bench.complete(bench.view(), bench.sampling(max_tokens=150)))
    await asyncio.sleep(0.05)
    loading = asyncio.create_task(bench.engine.load(1, source(folders[1])))
    await asyncio.sleep(0.01)
    late = await bench.complete(bench.view(), bench.sampling())
    assert [span.version for span in (await running).versions] == [0]
    assert [span.version for span in late.versions] == [1]
    assert (await loading).version == 1


async def test_answers_kept_over_a_load_say_which_token_is_whose(
    bench: Bench, folders: tuple[Path, Path]
) -> None:
    view, sampling = bench.view(2), bench.sampling(max_tokens=600)
    running = asyncio.create_task(bench.complete(view, sampling))
    await asyncio.sleep(0.15)
    await bench.engine.pause("keep")
    assert not running.done()
    await bench.engine.load(1, source(folders[1]))
    await asyncio.sleep(0.1)
    assert not running.done()
    await bench.engine.resume()
    answer = await running
    first, second = answer.versions
    assert (first.version, first.start, second.version, second.stop) == (0, 0, 1, 600)
    assert 0 < first.stop == second.start < 600
    old = bench.plain(load(folders[0]), view, answer.token_ids, sampling)
    new = bench.plain(load(folders[1]), view, answer.token_ids, sampling)
    mixed = torch.cat([old[: first.stop], new[first.stop :]])
    assert gap(answer, mixed) < 3e-5


async def test_pausing_aborts_or_waits(bench: Bench) -> None:
    running = asyncio.create_task(bench.complete(bench.view(), bench.sampling(max_tokens=2000)))
    await asyncio.sleep(0.1)
    await bench.engine.pause("abort")
    aborted = await running
    assert aborted.finish == "abort"
    assert 0 < len(aborted.token_ids) < 2000
    waiting = asyncio.create_task(bench.complete(bench.view(), bench.sampling()))
    await asyncio.sleep(0.1)
    assert not waiting.done()
    await bench.engine.resume()
    assert (await waiting).finish == "length"
    running = asyncio.create_task(bench.complete(bench.view(), bench.sampling(max_tokens=100)))
    await asyncio.sleep(0.05)
    await bench.engine.pause("wait")
    assert (await running).finish == "length"
    await bench.engine.resume()


async def test_screenshots_are_encoded_once_until_the_vision_weights_change(
    bench: Bench, folders: tuple[Path, Path], tmp_path: Path
) -> None:
    from safetensors.torch import load_file, save_file

    view = bench.view(2)
    await bench.complete(view, bench.sampling())
    assert bench.blobs.reads == 2
    await bench.complete(view, bench.sampling(1))
    text_only = tmp_path / "text"
    weights = load_file(folders[0] / "model.safetensors")
    weights["model.language_model.norm.weight"] *= 1.5

    def fill(into: Path) -> None:
        for path in folders[0].iterdir():
            if path.name not in ("manifest.json", "model.safetensors"):
                (into / path.name).write_bytes(path.read_bytes())
        save_file(weights, into / "model.safetensors", metadata={"format": "pt"})

    checkpoint.write(text_only, fill, version=1, step=0)
    await bench.engine.load(1, source(text_only))
    kept = await bench.complete(view, bench.sampling())
    assert gap(kept, bench.plain(load(text_only), view, kept.token_ids, bench.sampling())) < 1e-5
    assert len(bench.engine._cache._kept._items) == 2
    await bench.engine.load(2, source(folders[1]))
    assert len(bench.engine._cache._kept._items) == 0
    fresh = await bench.complete(view, bench.sampling())
    assert gap(fresh, bench.plain(load(folders[1]), view, fresh.token_ids, bench.sampling())) < 1e-5


async def test_a_fault_in_a_batch_fails_its_requests_and_the_engine_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault() -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(bench.engine._batch, "step", fault)
    with pytest.raises(PolicyError, match="out of memory") as caught:
        await bench.complete(bench.view(), bench.sampling())
    assert caught.value.failure is Failure.ENGINE
    monkeypatch.undo()
    assert (await bench.complete(bench.view(), bench.sampling())).finish == "length"


async def test_the_death_of_the_thread_fails_all_callers_at_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die() -> None:
        raise SystemExit("killed")

    monkeypatch.setattr(bench.engine._batch, "step", die)
    answers = [bench.complete(bench.view(), bench.sampling()) for _ in range(6)]
    async with asyncio.timeout(10):
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert all(isinstance(result, PolicyError) for result in results)
        with pytest.raises(PolicyError, match="thread has ended"):
            await bench.complete(bench.view(), bench.sampling())
        with pytest.raises(PolicyError, match="thread has ended"):
            await bench.engine.health()


async def test_closing_ends_the_thread(folders: tuple[Path, Path]) -> None:
    engine = TransformersEngine(folders[0], Processor.load(folders[0]), MemoryBlobs(), PolicySection())
    await asyncio.to_thread(engine.close)
    assert not any(thread.name == "scalecua-engine" for thread in threading.enumerate())


async def test_eight_calls_at_once_are_quick(bench: Bench) -> None:
    views = [bench.view(1, 20) for _ in range(8)]
    sampling = bench.sampling(max_tokens=20)
    await asyncio.gather(*(bench.complete(view, sampling) for view in views))
    best = 1e9
    for _ in range(3):
        began = time.process_time()
        await asyncio.gather(*(bench.complete(view, sampling) for view in views))
        best = min(best, time.process_time() - began)
    assert best < 1.0
