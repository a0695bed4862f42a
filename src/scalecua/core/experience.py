"""The seam between rollout workers, learner and recipe: they meet in the store and nowhere else."""

from collections.abc import Mapping
from typing import Protocol

from scalecua.core.batch import Batch
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.core.segment import Omission
from scalecua.core.trajectory import Trajectory


class Experience(Protocol):
    """The data manager as the other modules see it; every call is one transaction."""

    async def claim(self, worker: str) -> Lease | None:
        """The next open lease, drawing new groups when none is open and staleness admits them."""

    async def renew(self, lease: str) -> None:
        """Push the lease's expiry forward; StoreError if it is no longer held."""

    async def record(self, trajectory: Trajectory) -> None:
        """Keep a judged trajectory, idempotently by lease; the last member closes its group."""

    async def fail(self, lease: str, failure: Failure, detail: str = "") -> None:
        """End a lease by infrastructure failure and open another for the same member if any try is left."""

    async def batch(self, update: int) -> Batch | None:
        """The groups of this update, the same ones on every call; None while there are too few."""

    async def consume(
        self, update: int, trained: Mapping[str, int], omitted: Mapping[str, Mapping[Omission, int]]
    ) -> None:
        """Record, per trajectory id, how many sampled tokens the update trains and omits, by reason."""

    async def commit(self, update: int, version: int, checkpoint: str, sha256: str) -> None:
        """Mark the update as done and publish its weights as `version`."""
