"""The loop against an experience of records only, killed between any two statements."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scalecua.algo.warning import Collapse
from scalecua.core.batch import Batch
from scalecua.core.errors import PolicyError
from scalecua.core.failure import Failure
from scalecua.core.records import Records
from scalecua.policy import checkpoint
from scalecua.train.loop import Stop, learn, standing
from scalecua.train.publish import Publisher


class Killed(BaseException):
    pass


@dataclass
class Fuse:
    """Dies at the n-th statement that passes it."""

    left: int

    def burn(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Killed


@dataclass
class Ledger:
    """What outlives a kill: which updates are committed, what was consumed, how it ended, what was told."""

    commits: list[tuple[int, int, str, str]] = field(default_factory=list)
    ended: list[tuple[int, str, str]] = field(default_factory=list)
    told: dict[int, dict[str, float]] = field(default_factory=dict)
    success: dict[int, float] = field(default_factory=dict)
    consumed: dict[int, Mapping[str, int]] = field(default_factory=dict)
    fuse: Fuse = field(default_factory=lambda: Fuse(-1))
    patience: int = 0
    draws: int = 5

    async def finished(self) -> bool:
        return len(self.commits) >= self.draws

    async def committed(self) -> int:
        return len(self.commits)

    async def batch(self, update: int) -> Batch | None:
        assert update == len(self.commits)
        self.patience -= 1
        self.fuse.burn()
        return None if self.patience >= 0 or update >= self.draws else Batch(update, ())

    async def consume(self, update: int, trained: Mapping[str, int], omitted: object) -> None:
        self.fuse.burn()
        self.consumed[update] = dict(trained)
        self.fuse.burn()

    async def records(self) -> Records:
        return records([self.success.get(len(self.commits), 0.5)])

    async def end_early(self, version: int, checkpoint: str, sha256: str) -> None:
        self.fuse.burn()
        assert self.ended in ([], [(version, checkpoint, sha256)])
        self.ended = [(version, checkpoint, sha256)]
        self.fuse.burn()

    async def commit(self, update: int, version: int, checkpoint: str, sha256: str) -> None:
        self.fuse.burn()
        assert update == len(self.commits)
        self.commits.append((update, version, checkpoint, sha256))
        self.fuse.burn()


class Sum:
    """A learner whose weights are the list of the updates it has trained."""

    def __init__(self, folder: Path, fuse: Fuse, kl: Mapping[int, float]) -> None:
        manifest = checkpoint.verify(folder)
        assert manifest is not None
        self.version = manifest.version
        self.text = (folder / "model.safetensors").read_text()
        self.trained: Mapping[str, int] = {}
        self.omitted: Mapping[str, Any] = {}
        self.steps = self.version
        self.fuse = fuse
        self.kl = kl

    def step(self, batch: Batch) -> dict[str, float]:
        self.text += f"{batch.update} "
        self.version = batch.update + 1
        self.steps += 1
        self.trained = {f"t{batch.update}": 3}
        self.fuse.burn()
        said = {"entropy": 0.7, "invalid_fraction": 0.0, "success": 0.5, "kl_stopped": 0.0, "passes": 1.0}
        return {**said, "kl": self.kl.get(batch.update, 0.01), "sampled_by": float(batch.update)}

    def save(self, folder: Path) -> None:
        (folder / "model.safetensors").write_text(self.text)
        self.fuse.burn()


def start(path: Path) -> Publisher:
    seed = path / "seed"
    checkpoint.write(seed, lambda into: (into / "model.safetensors").write_text(""), version=0, step=0)
    publisher = Publisher(path / "checkpoints", keep=2)
    publisher.initial(seed)
    return publisher


async def run(
    ledger: Ledger,
    publisher: Publisher,
    seen: list[int],
    *,
    kl: Mapping[int, float] | None = None,
    **how: Any,
) -> Stop | None:
    learner = Sum(publisher.path(len(ledger.commits)), ledger.fuse, kl or {})

    def told(update: int, metrics: Mapping[str, float]) -> None:
        seen.append(update)
        ledger.told[update] = {"update": update, **metrics}

    return await learn(
        ledger,  # type: ignore[arg-type]
        learner,
        publisher,
        on_update=told,
        history=[ledger.told[update] for update in range(len(ledger.commits))],
        poll_s=0.0,
        **{"iterations": 5, **how},
    )


def records(ema: list[float]) -> Records:
    zeros = np.zeros(len(ema), dtype=np.int64)
    names = tuple(map(str, range(len(ema))))
    rates = np.array(ema, dtype=np.float64)
    return Records(names, rates, zeros, zeros, zeros, zeros, zeros, names, rates, zeros)


async def test_updates_follow_one_another_and_old_versions_go(tmp_path: Path) -> None:
    seen: list[int] = []
    publisher, ledger = start(tmp_path), Ledger(patience=3)
    await run(ledger, publisher, seen)
    assert seen == [0, 1, 2, 3, 4]
    assert [(update, version) for update, version, _, _ in ledger.commits] == [(n, n + 1) for n in range(5)]
    assert ledger.consumed == {n: {f"t{n}": 3} for n in range(5)}
    kept = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert kept == ["000000", "000004", "000005"]
    for _, version, path, sha256 in ledger.commits[-2:]:
        manifest = checkpoint.verify(Path(path))
        assert manifest is not None
        assert (manifest.version, manifest.weights_sha256) == (version, sha256)
    await run(ledger, publisher, seen)
    assert len(seen) == 5


@pytest.mark.parametrize("moment", range(1, 36))
async def test_killed_at_any_moment_it_ends_up_where_it_would_have(tmp_path: Path, moment: int) -> None:
    seen: list[int] = []
    publisher, ledger = start(tmp_path), Ledger(fuse=Fuse(moment))
    with pytest.raises((Killed, PolicyError)):
        await run(ledger, publisher, seen)
    done = len(ledger.commits)
    assert (publisher.path(done) / "manifest.json").exists()
    ledger.fuse.left = -1
    await run(ledger, publisher, seen)
    assert (publisher.path(5) / "model.safetensors").read_text() == "0 1 2 3 4 "
    assert ledger.consumed == {n: {f"t{n}": 3} for n in range(5)}
    assert [update for update, _, _, _ in ledger.commits] == [0, 1, 2, 3, 4]


async def test_a_learner_of_another_version_is_refused(tmp_path: Path) -> None:
    publisher, ledger = start(tmp_path), Ledger()
    await run(ledger, publisher, [])
    learner = Sum(publisher.path(4), ledger.fuse, {})
    with pytest.raises(PolicyError, match="holds version 4, but 5 updates are committed"):
        await learn(ledger, learner, publisher, iterations=6, on_update=lambda *_: None)  # type: ignore[arg-type]


async def test_fewer_updates_than_iterations_end_the_run_where_draws_were_lost(tmp_path: Path) -> None:
    seen: list[int] = []
    await run(Ledger(draws=3), start(tmp_path), seen)
    assert seen == [0, 1, 2]


async def test_waiting_for_a_batch_ends(tmp_path: Path) -> None:
    publisher, ledger = start(tmp_path), Ledger(patience=10**9)
    with pytest.raises(PolicyError, match="no batch for update 0") as caught:
        await run(ledger, publisher, [], wait_s=0.05)
    assert caught.value.failure is Failure.TIMEOUT


def test_protected_versions_and_the_initial_one_stay(tmp_path: Path) -> None:
    start(tmp_path)
    publisher = Publisher(tmp_path / "checkpoints", keep=1, protect={2})
    learner = Sum(publisher.path(0), Fuse(-1), {})
    for version in range(1, 5):
        learner.step(Batch(version - 1, ()))
        publisher.publish(version, learner)
    publisher.prune()
    assert sorted(path.name for path in (tmp_path / "checkpoints").iterdir()) == [
        "000000",
        "000002",
        "000004",
    ]
    first = publisher.initial(tmp_path / "seed")
    assert (first.version, first.path.name) == (0, "000000")
    (first.path / "model.safetensors").write_text("spoilt")
    with pytest.raises(PolicyError, match="damaged"):
        publisher.initial(tmp_path / "seed")


SUCCESS = {0: 0.3, 1: 0.4, 2: 0.7, 3: 0.5, 4: 0.6, 5: 0.4, 6: 0.2, 7: 0.1}
JUMPS = {5: 0.9, 6: 0.8, 7: 0.7}


async def test_a_collapsing_run_is_stopped_with_its_best_version_as_the_newest(tmp_path: Path) -> None:
    """Updates 5 to 7 jump; version 2 played best before that, and by then is far from the newest."""
    seen: list[int] = []
    publisher, ledger = start(tmp_path), Ledger(draws=20, success=SUCCESS)
    stop = await run(ledger, publisher, seen, kl=JUMPS, iterations=20, warning=Collapse())
    assert stop is not None
    assert (stop.update, stop.best) == (7, 2)
    assert "collapsing since update 5" in stop.reason
    assert seen == list(range(8))
    ((version, path, sha256),) = ledger.ended
    assert version == 9
    manifest = checkpoint.verify(Path(path))
    assert manifest is not None
    assert (manifest.version, manifest.step, manifest.weights_sha256) == (9, 2, sha256)
    assert (Path(path) / "model.safetensors").read_text() == "0 1 "
    again = await run(ledger, publisher, seen, kl=JUMPS, iterations=20, warning=Collapse())
    assert again == stop
    assert len(seen) == 8


async def test_without_a_warning_it_goes_on(tmp_path: Path) -> None:
    seen: list[int] = []
    ledger = Ledger(draws=20, success=SUCCESS)
    assert await run(ledger, start(tmp_path), seen, kl=JUMPS, iterations=20) is None
    assert len(seen) == 20


@pytest.mark.parametrize("moment", range(50, 65))
async def test_killed_while_it_stops_it_stops_the_same(tmp_path: Path, moment: int) -> None:
    """The seventh update, its commit and the end of the run, cut at every statement."""
    publisher, ledger = start(tmp_path), Ledger(draws=20, success=SUCCESS, fuse=Fuse(moment))
    how: dict[str, Any] = {"kl": JUMPS, "iterations": 20, "warning": Collapse()}
    cut = False
    try:
        await run(ledger, publisher, [], **how)
    except (Killed, PolicyError):
        cut = True
    assert cut == (moment < 59)
    ledger.fuse.left = -1
    stop = await run(ledger, publisher, [], **how)
    assert stop is not None
    assert (stop.update, stop.best) == (7, 2)
    assert len(ledger.commits) == 8
    ((version, path, _),) = ledger.ended
    assert (version, (Path(path) / "model.safetensors").read_text()) == (9, "0 1 ")


async def test_the_best_version_outlives_those_after_it(tmp_path: Path) -> None:
    publisher, ledger = start(tmp_path), Ledger(draws=8, success=SUCCESS)
    await run(ledger, publisher, [], iterations=8)
    kept = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert kept == ["000000", "000002", "000007", "000008"]


async def test_a_multiple_is_kept_for_good(tmp_path: Path) -> None:
    start(tmp_path)
    publisher = Publisher(tmp_path / "checkpoints", keep=1, keep_every=3)
    await run(Ledger(draws=8), publisher, [], iterations=8)
    kept = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert kept == ["000000", "000003", "000006", "000007", "000008"]


def test_the_standing_is_over_the_records_that_have_a_rate() -> None:
    assert standing(records([0.5, float("nan"), 1.0])) == {"policy_success": 0.75, "records_unknown": 1.0}
    assert standing(records([float("nan")])) == {"policy_success": 0.0, "records_unknown": 1.0}
