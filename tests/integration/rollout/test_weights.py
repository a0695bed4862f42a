"""An engine that follows the published versions while a learner prunes them."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from scalecua.config.policy import PolicySection
from scalecua.core.errors import PolicyError
from scalecua.policy import checkpoint
from scalecua.policy.engines.transformers import TransformersEngine
from scalecua.policy.model import create
from scalecua.policy.processor import Processor
from scalecua.rollout.weights import Follower

Newest = tuple[int, str, str]


def fill(folder: Path, seed: int) -> None:
    create(folder, seed=seed, max_pixels=64 * 64)
    (folder / checkpoint.MANIFEST).unlink()


class Published:
    """Versions as a learner publishes them; `between` runs once, after a version was named."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.newest: Newest | None = None
        self.served: list[tuple[str, int]] = []
        self.between: Callable[[], None] | None = None

    def publish(self, version: int) -> None:
        folder = self._folder / f"{version:06d}"
        manifest = checkpoint.write(folder, partial(fill, seed=version), version=version, step=version)
        self.newest = (version, str(folder), manifest.weights_sha256)

    def prune(self, version: int) -> None:
        shutil.rmtree(self._folder / f"{version:06d}")

    async def latest(self) -> Newest | None:
        named, between = self.newest, self.between
        self.between = None
        if between is not None:
            between()
        return named

    async def synced(self, worker: str, version: int, sha256: str | None = None) -> None:
        assert self.newest is not None
        assert sha256 == self.newest[2]
        self.served.append((worker, version))


class NoPictures:
    def put(self, data: bytes) -> str:
        raise NotImplementedError

    def get(self, digest: str) -> bytes:
        raise NotImplementedError


async def test_a_version_pruned_while_it_is_loaded_is_passed_over(tmp_path: Path) -> None:
    published = Published(tmp_path)
    published.publish(1)
    assert published.newest is not None
    first = Path(published.newest[1])
    async with TransformersEngine(first, Processor.load(first), NoPictures(), PolicySection()) as engine:
        follower = Follower(engine, published, worker="w", served=1)
        published.publish(2)

        def overtake() -> None:
            published.publish(3)
            published.prune(2)

        published.between = overtake
        assert await follower.sync() == 3
        assert published.served == [("w", 3)]
        assert (await engine.health()).version == 3


@pytest.mark.parametrize("gone", ["model.safetensors", "config.json", None])
async def test_the_newest_version_damaged_is_an_error(gone: str | None, tmp_path: Path) -> None:
    published = Published(tmp_path)
    published.publish(1)
    assert published.newest is not None
    first = Path(published.newest[1])
    async with TransformersEngine(first, Processor.load(first), NoPictures(), PolicySection()) as engine:
        follower = Follower(engine, published, worker="w", served=1)
        published.publish(2)
        if gone is None:
            published.prune(2)
        else:
            (Path(published.newest[1]) / gone).unlink()
        with pytest.raises(PolicyError, match="000002"):
            await follower.sync()
        assert published.served == []
        published.publish(3)
        assert await follower.sync() == 3
