"""A store on a real file, tasks, and trajectories as a rollout worker would bring them."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scalecua.algo.sampling import Uniform
from scalecua.core.action import LeftClick, Type
from scalecua.core.completion import Completion, Sampling, VersionSpan
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.observation import Observation
from scalecua.core.task import Task
from scalecua.core.trajectory import ActResult, FinalState, Status, Timings, Trajectory, Turn
from scalecua.core.verdict import Verdict
from scalecua.store.blobs import FileBlobs
from scalecua.store.plan import Plan
from scalecua.store.sql import SqlStore

Play = Callable[..., Trajectory]
Open = Callable[..., SqlStore]
MakeTask = Callable[..., Task]


class Clock:
    """Seconds since the epoch, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def plan() -> Plan:
    return Plan(
        name="test",
        seed=7,
        sampling=Sampling(temperature=1.0, max_tokens=16),
        n=2,
        batch=2,
        iterations=3,
        max_turns=5,
        sampler=Uniform(),
    )


@pytest.fixture
def open_store(tmp_path: Path, plan: Plan, clock: Clock) -> Iterator[Open]:
    opened: list[SqlStore] = []

    def make(**changes: Any) -> SqlStore:
        store = SqlStore(
            f"sqlite:///{tmp_path / 'store.sqlite'}",
            FileBlobs(tmp_path / "blobs"),
            replace(plan, **changes),
            clock=clock,
        )
        opened.append(store)
        return store

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def claim() -> Callable[[SqlStore], Awaitable[Lease]]:
    """Claims where there must be something to claim."""

    async def take(store: SqlStore) -> Lease:
        lease = await store.claim("w")
        assert lease is not None
        return lease

    return take


@pytest.fixture
def make_task() -> MakeTask:
    def make(name: str, record: str | None = None, **changes: Any) -> Task:
        metadata = {} if record is None else {"record": record}
        task = Task(
            id=name,
            instruction=f"do {name}",
            domain="os",
            apps=("xterm",),
            snapshot="default",
            setup=({"type": "execute", "parameters": {"command": ["true"]}},),
            judge={"func": "exact_match", "expected": [1, 2.5, None]},
            max_turns=4,
            source="test",
            metadata=metadata,
        )
        return replace(task, **changes)

    return make


@pytest.fixture
def play() -> Play:
    """Builds a finished trajectory of a lease: score None is an infrastructure failure."""

    def make(
        lease: Lease, score: float | None, *, version: int = 0, turns: int = 2, **changes: Any
    ) -> Trajectory:
        failed = score is None
        status = Status.FAILED if failed else Status.DONE
        played = [_turn(number, version) for number in range(turns)]
        trajectory = replace(
            lease.played(f"t-{lease.id}", played, status),
            final_state=FinalState(Status.DONE, "", ({"file": "a"},), (None,), {"a": "0" * 64}),
            verdict=None if score is None else Verdict(score, {"exact": score}, "as told"),
            reward=score,
            failure=Failure.GUEST if failed else None,
            detail="gone" if failed else "",
            timings={"setup": 0.25},
        )
        return replace(trajectory, **changes)

    return make


def _turn(number: int, version: int) -> Turn:
    return Turn(
        observation=Observation("ab" * 32, 1280, 800),
        completion=Completion(
            token_ids=(number, 151_645, 3),
            logprobs=(-0.1, -1 / 3, -1e-9),
            text="click ☃",
            finish="stop",
            versions=(VersionSpan(version, 0, 3),),
        ),
        actions=(LeftClick(3, 4, ("ctrl",)), Type("é<\n")),
        results=(ActResult(True, False, True, (3, 4), 1.5),),
        timings=Timings(0.1, 0.2, 0.3),
    )
