"""The embedded engine between versions: loads, pauses, and which token is whose."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import torch

from scalecua.core.engine import WeightSource
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.policy import checkpoint
from scalecua.policy.model import load


def source(folder: Path) -> WeightSource:
    return WeightSource(folder, checkpoint.weights_sha256(folder))


async def test_load_swaps_weights_and_refuses_the_wrong_hash(bench: Any, folders: tuple[Path, Path]) -> None:
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
    assert bench.gap(after, bench.plain(load(folders[1]), view, after.token_ids, bench.sampling())) < 1e-5
    assert (await bench.engine.health()).version == 7


async def test_a_load_waits_for_what_is_in_flight(bench: Any, folders: tuple[Path, Path]) -> None:
    running = asyncio.create_task(bench.complete(bench.view(), bench.sampling(max_tokens=150)))
    await asyncio.sleep(0.05)
    loading = asyncio.create_task(bench.engine.load(1, source(folders[1])))
    await asyncio.sleep(0.01)
    late = await bench.complete(bench.view(), bench.sampling())
    assert [span.version for span in (await running).versions] == [0]
    assert [span.version for span in late.versions] == [1]
    assert (await loading).version == 1


async def test_answers_kept_over_a_load_say_which_token_is_whose(
    bench: Any, folders: tuple[Path, Path]
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
    assert bench.gap(answer, mixed) < 3e-5


async def test_pausing_aborts_or_waits(bench: Any) -> None:
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
    bench: Any, folders: tuple[Path, Path], tmp_path: Path
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
    assert bench.gap(kept, bench.plain(load(text_only), view, kept.token_ids, bench.sampling())) < 1e-5
    assert len(bench.engine._cache._kept._items) == 2
    await bench.engine.load(2, source(folders[1]))
    assert len(bench.engine._cache._kept._items) == 0
    fresh = await bench.complete(view, bench.sampling())
    assert bench.gap(fresh, bench.plain(load(folders[1]), view, fresh.token_ids, bench.sampling())) < 1e-5
