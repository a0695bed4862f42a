"""core `Experience` on SQL: every method is one short transaction of functions that live elsewhere."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from scalecua.core.batch import Batch
from scalecua.core.completion import Sampling
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.observation import Blobs
from scalecua.core.records import Records
from scalecua.core.segment import Omission
from scalecua.core.task import Task
from scalecua.core.trajectory import Trajectory
from scalecua.store import (
    batches,
    demonstrations,
    evaluations,
    history,
    leases,
    live,
    prefilter,
    progress,
    tasks,
    trajectories,
    versions,
)
from scalecua.store.database import open_database, transaction
from scalecua.store.evaluations import Outcome
from scalecua.store.history import Closed, Member, Played
from scalecua.store.live import Live
from scalecua.store.plan import Plan
from scalecua.store.prefilter import SetAside
from scalecua.store.progress import Counts, UpdateRewards
from scalecua.store.runs import open_run
from scalecua.store.scope import Scope
from scalecua.store.versions import Published

T = TypeVar("T")


class SqlStore:
    """One run in one database; any number of processes open the same. Every method may raise StoreError.

    `clock` gives seconds since the epoch. Work runs in a thread, so that a call waiting for another
    process's transaction does not stop the event loop; one cancelled meanwhile may still take effect.
    """

    def __init__(self, url: str, blobs: Blobs, plan: Plan, *, clock: Callable[[], float] = time.time) -> None:
        self.blobs = blobs
        self.plan = plan
        self._clock = clock
        self._engine = open_database(url)
        self._run = open_run(self._engine, plan)

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    async def add_tasks(self, new: Sequence[Task]) -> None:
        """Keep training tasks, idempotently."""
        await self._do("adding tasks", lambda scope: tasks.add(scope, new, training=True))

    async def claim(self, worker: str) -> Lease | None:
        """Hand out the oldest open lease, evaluations first, drawing new groups where there is none."""
        return await self._do("claiming", lambda scope: leases.claim(scope, worker))

    async def renew(self, lease: str) -> None:
        """Push a held lease's expiry forward."""
        await self._do(f"renewing {lease}", lambda scope: leases.renew(scope, lease))

    async def record(self, trajectory: Trajectory) -> None:
        """Keep a trajectory, once a lease; one with status `failed` ends it as `fail` does."""
        await self._do(f"recording {trajectory.id}", lambda scope: trajectories.record(scope, trajectory))

    async def fail(self, lease: str, failure: Failure, detail: str = "") -> None:
        """End a held lease by infrastructure failure; its member gets another while tries are left."""
        await self._do(
            f"failing {lease}",
            lambda scope: leases.fail(scope, leases.held(scope, lease), failure, detail),
        )

    async def release_worker(self, worker: str) -> int:
        """Lose all leases a dead worker holds; returns how many."""
        return await self._do(f"releasing {worker}", lambda scope: leases.release(scope, worker))

    async def abandon_all(self) -> int:
        """Lose all leases anybody holds, before a run goes on after a crash; returns how many."""
        return await self._do("abandoning leases", lambda scope: leases.release(scope, None))

    async def batch(self, update: int) -> Batch | None:
        """Return the groups of an update, the same on every call; None while there are too few."""
        loaded = await self._look(f"loading batch {update}", lambda scope: batches.load(scope, update))
        if loaded is not None or not await self._do(
            f"taking batch {update}",
            lambda scope: bool(batches.taken(scope, update)) or batches.take(scope, update),
        ):
            return loaded
        return await self._look(f"loading batch {update}", lambda scope: batches.load(scope, update))

    async def consume(
        self, update: int, trained: Mapping[str, int], omitted: Mapping[str, Mapping[Omission, int]]
    ) -> None:
        """Record what an update made of its trajectories' sampled tokens."""
        await self._do(
            f"consuming batch {update}", lambda scope: batches.consume(scope, update, trained, omitted)
        )

    async def unaccounted(self) -> dict[str, int]:
        """Return sampled tokens by trajectory that were neither trained nor omitted for a reason."""
        return await self._look("accounting for tokens", batches.unaccounted)

    async def finished(self) -> bool:
        """Return whether every draw was made, closed, trained and committed."""
        return await self._look("looking whether the run ended", batches.finished)

    async def publish_initial(self, checkpoint: str, sha256: str) -> None:
        """Publish the weights a run begins with as version 0, idempotently."""
        await self._do(
            "publishing version 0", lambda scope: versions.publish_initial(scope, checkpoint, sha256)
        )

    async def commit(self, update: int, version: int, checkpoint: str, sha256: str) -> None:
        """Mark an update as done and publish its weights, idempotently."""
        new = Published(version, checkpoint, sha256)
        await self._do(f"committing update {update}", lambda scope: versions.commit(scope, update, new))

    async def end_early(self, version: int, checkpoint: str, sha256: str) -> None:
        """Publish weights that no update made, idempotently: the run ends with them."""
        new = Published(version, checkpoint, sha256)
        await self._do(f"ending the run with version {version}", lambda scope: versions.end_early(scope, new))

    async def set_aside(self) -> tuple[SetAside, ...]:
        """Return the records that the pre-filter keeps out of every draw, and why."""
        return await self._look("reading the pre-filter", prefilter.set_aside)

    async def committed(self) -> int:
        """Return how many updates are done, which is the number of the next."""
        return await self._look("counting updates", versions.committed)

    async def latest(self) -> Published | None:
        """Return the newest policy version, None before any."""
        return await self._look("looking for the newest version", versions.latest)

    async def synced(self, worker: str, version: int, sha256: str | None = None) -> None:
        """Record that a worker serves a version, checking the hash of its weights if given."""
        await self._do(
            f"recording that {worker} serves version {version}",
            lambda scope: versions.synced(scope, worker, version, sha256),
        )

    async def open_evaluation(
        self,
        name: str,
        chosen: Sequence[Task],
        passes: int,
        sampling: Sampling,
        max_turns: int,
        version: int,
    ) -> None:
        """Order `passes` rollouts of each task, once a name."""
        await self._do(
            f"opening evaluation {name}",
            lambda scope: evaluations.open_evaluation(
                scope, name, chosen, passes, sampling, max_turns, version
            ),
        )

    async def evaluation(self, name: str) -> tuple[Outcome, ...]:
        """Return the members of an evaluation that ended, in the order of tasks and passes."""
        return await self._look(f"reading evaluation {name}", lambda scope: evaluations.outcomes(scope, name))

    async def evaluation_done(self, name: str) -> bool:
        """Return whether every member of an evaluation ended."""
        return await self._look(f"reading evaluation {name}", lambda scope: evaluations.done(scope, name))

    async def add_demonstration(self, trajectory: Trajectory, task: Task | None = None) -> None:
        """Keep a demonstration, once an id, and its task if given."""
        await self._do(
            f"adding demonstration {trajectory.id}",
            lambda scope: demonstrations.add(scope, trajectory, task),
        )

    async def demonstrations(self) -> list[tuple[Task, Trajectory]]:
        """Return the demonstrations in the order of their recording."""
        return await self._look("reading demonstrations", demonstrations.every)

    async def successes(self) -> list[tuple[Task, Trajectory]]:
        """Every success that may be imitated: rollouts, demonstrations and pool entries, not evaluations."""
        return await self._look("successes", demonstrations.successes)

    async def records(self) -> Records:
        """Return the success records, ordered by name."""
        return await self._look("reading records", tasks.records)

    async def counts(self) -> Counts:
        """Return where the run stands."""
        return await self._look("counting", progress.counts)

    async def rewards(self) -> tuple[UpdateRewards, ...]:
        """Return what each update was given, in order."""
        return await self._look("reading rewards", progress.rewards)

    async def live(self, window_s: float) -> Live:
        """Return what a live view shows; turns are counted over the last `window_s` seconds."""
        return await self._look("looking", lambda scope: live.live(scope, window_s))

    async def closed(self) -> tuple[Closed, ...]:
        """Return the training groups that closed, in that order."""
        return await self._look("reading groups", history.closed)

    async def played(self) -> tuple[Played, ...]:
        """Return every recorded episode with the seconds of its parts, in the order of recording."""
        return await self._look("reading episodes", history.played)

    async def members(self, evaluation: str) -> tuple[Member, ...]:
        """Return the scored episodes of an evaluation, in the order of tasks and passes."""
        return await self._look(
            f"reading evaluation {evaluation}", lambda scope: history.members(scope, evaluation)
        )

    async def commits(self) -> dict[int, float]:
        """Return when each committed update published its weights, seconds since the epoch."""
        return await self._look("reading commits", history.committed)

    async def trajectories(self, ids: Sequence[str]) -> dict[str, Trajectory]:
        """Return recorded trajectories by id; unknown ids are left out."""
        return await self._look("reading trajectories", lambda scope: trajectories.load(scope, ids))

    async def scored(self) -> tuple[str, ...]:
        """Return the ids of all trajectories that have a verdict, in the order of their recording."""
        return await self._look("listing verdicts", trajectories.scored)

    async def task(self, task_id: str) -> Task:
        """Return a stored task."""
        return await self._look(f"reading task {task_id}", lambda scope: tasks.load(scope, task_id))

    async def _do(self, what: str, work: Callable[[Scope], T]) -> T:
        return await asyncio.to_thread(self._transact, what, work, True)

    async def _look(self, what: str, work: Callable[[Scope], T]) -> T:
        return await asyncio.to_thread(self._transact, what, work, False)

    def _transact(self, what: str, work: Callable[[Scope], T], write: bool) -> T:
        with transaction(self._engine, what, write=write) as session:
            return work(Scope(session, self._run, self.plan, self._clock()))
