"""The embedded engine on a real (tiny) model: its numbers, and whom a fault concerns."""

import asyncio
import threading
import time
from typing import Any

import pytest
import torch

from scalecua.core.completion import Completion, Sampling
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.view import ImageRef, TokenView
from scalecua.policy.model import load


async def test_logprobs_and_entropies_are_those_of_a_plain_forward(bench: Any) -> None:
    model = load(bench.folder)
    views = [bench.view(images, text) for images, text in ((1, 5), (3, 30), (2, 11), (1, 60), (2, 3), (1, 1))]
    samplings = [bench.sampling(seed, heat) for seed, heat in enumerate((1.0, 0.5, 0.0, 3.0, 1.0, 0.8))]
    together = await asyncio.gather(*(bench.complete(v, s) for v, s in zip(views, samplings, strict=True)))
    for view, sampling, completion in zip(views, samplings, together, strict=True):
        expected = bench.plain(model, view, completion.token_ids, sampling)
        assert bench.gap(completion, expected) < 1e-5
        entropy = torch.distributions.Categorical(logits=expected).entropy()  # type: ignore[no-untyped-call]
        assert completion.entropies == pytest.approx(entropy.tolist(), abs=1e-4)
        assert completion.finish == "length"
        assert len(completion.token_ids) == sampling.max_tokens
        assert completion.text == bench.processor.decode(completion.token_ids)
        assert [(s.version, s.start, s.stop) for s in completion.versions] == [(0, 0, sampling.max_tokens)]
    greedy = bench.plain(model, views[2], together[2].token_ids, samplings[2]).argmax(-1)
    assert greedy.tolist() == list(together[2].token_ids)


async def test_an_answer_does_not_depend_on_what_is_sampled_beside_it(bench: Any) -> None:
    views = [bench.view(1 + number % 2, 4 + 9 * number) for number in range(6)]
    together = await asyncio.gather(*(bench.complete(v, bench.sampling(i)) for i, v in enumerate(views)))
    for number, view in enumerate(views):
        alone = await bench.complete(view, bench.sampling(number))
        assert alone.token_ids == together[number].token_ids
        assert alone.logprobs == pytest.approx(together[number].logprobs, abs=1e-5)
    other = await bench.complete(views[0], bench.sampling(99))
    assert other.token_ids != together[0].token_ids


async def test_forbidden_ids_are_never_sampled_however_hot(bench: Any) -> None:
    forbidden = bench.processor.forbidden
    hot = [Sampling(10.0, 100, forbidden=forbidden, seed=seed) for seed in range(8)]
    answers = await asyncio.gather(*(bench.complete(bench.view(), sampling) for sampling in hot))
    sampled = {token for answer in answers for token in answer.token_ids}
    assert bench.processor.image_id in forbidden
    assert len(sampled) > 200
    assert not sampled & set(forbidden)


async def test_the_end_token_ends_an_answer_and_belongs_to_it(bench: Any) -> None:
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


async def test_a_bad_request_fails_alone(bench: Any) -> None:
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


async def test_cancelling_drops_a_request_and_leaves_the_others(bench: Any) -> None:
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


async def test_a_fault_in_a_batch_fails_its_requests_and_the_engine_goes_on(
    bench: Any, monkeypatch: pytest.MonkeyPatch
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
    bench: Any, monkeypatch: pytest.MonkeyPatch
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


async def test_closing_ends_the_thread(bench: Any) -> None:
    running = asyncio.create_task(bench.complete(bench.view(), bench.sampling(max_tokens=100_000)))
    await asyncio.sleep(0.1)
    await asyncio.to_thread(bench.engine.close)
    with pytest.raises(PolicyError, match="was closed"):
        await running
    assert not any(thread.name == "scalecua-engine" for thread in threading.enumerate())


async def test_eight_calls_at_once_are_quick(bench: Any) -> None:
    views = [bench.view(1, 20) for _ in range(8)]
    sampling = bench.sampling(max_tokens=20)
    await asyncio.gather(*(bench.complete(view, sampling) for view in views))
    best = 1e9
    for _ in range(3):
        began = time.process_time()
        await asyncio.gather(*(bench.complete(view, sampling) for view in views))
        best = min(best, time.process_time() - began)
    assert best < 1.0
