"""Policy versions: what was published, by which update, and who serves it."""

from typing import NamedTuple

from sqlalchemy import func, insert, select

from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.store.schema import GroupRow, PolicyVersionRow, WeightSyncRow
from scalecua.store.scope import Scope


class Published(NamedTuple):
    """A policy version, its checkpoint folder and the sha256 of its weights."""

    version: int
    checkpoint: str
    sha256: str


def latest(scope: Scope) -> Published | None:
    """Return the newest policy version, None before any."""
    row = scope.session.execute(
        select(PolicyVersionRow.version, PolicyVersionRow.checkpoint, PolicyVersionRow.sha256)
        .where(PolicyVersionRow.run_id == scope.run)
        .order_by(PolicyVersionRow.version.desc())
        .limit(1)
    ).first()
    return None if row is None else Published(row.version, row.checkpoint, row.sha256)


def committed(scope: Scope) -> int:
    """Return how many updates are done."""
    count = scope.session.scalar(
        select(func.count()).where(PolicyVersionRow.run_id == scope.run, PolicyVersionRow.update.is_not(None))
    )
    return count or 0


def publish_initial(scope: Scope, checkpoint: str, sha256: str) -> None:
    """Publish the weights the run begins with as version 0, idempotently."""
    _publish(scope, None, Published(0, checkpoint, sha256))


def end_early(scope: Scope, published: Published) -> None:
    """Publish weights that no update made, idempotently: the run ends with them."""
    if not ended_early(scope) and published.version <= committed(scope):
        raise StoreError(
            f"policy version {published.version} cannot end the run: {committed(scope)} updates are done"
        )
    _publish(scope, None, published)


def ended_early(scope: Scope) -> bool:
    """Return whether the run ended before its last draw."""
    query = select(func.count()).where(
        PolicyVersionRow.run_id == scope.run, PolicyVersionRow.update.is_(None), PolicyVersionRow.version > 0
    )
    return bool(scope.session.scalar(query))


def commit(scope: Scope, update: int, published: Published) -> None:
    """Mark an update as done and publish its weights, idempotently.

    StoreError if it is not the next one, was given no batch, its version is not above the latest, or the
    run ended early.
    """
    done = committed(scope)
    if update > done:
        raise StoreError(f"update {update} cannot be committed: {done} updates are done, so {done} is next")
    taken = select(func.count()).where(GroupRow.run_id == scope.run, GroupRow.update == update)
    if not scope.session.scalar(taken):
        raise StoreError(f"update {update} cannot be committed: it was given no batch")
    _publish(scope, update, published)


def synced(scope: Scope, worker: str, version: int, sha256: str | None) -> None:
    """Record that `worker` serves `version`; StoreError if that was never published or has another hash."""
    row = _find(scope, version)
    if row is None:
        raise StoreError(f"worker {worker!r} serves policy version {version}, which was never published")
    if sha256 is not None and sha256 != row.sha256:
        raise StoreError(
            f"worker {worker!r} serves weights {sha256} as version {version}, which has {row.sha256}",
            failure=Failure.ENGINE,
        )
    key = {"run_id": scope.run, "worker": worker, "version": version}
    if scope.session.get(WeightSyncRow, tuple(key.values())) is None:
        scope.session.execute(insert(WeightSyncRow), [{**key, "at": scope.now}])


def serving(scope: Scope) -> dict[str, int]:
    """Return the newest version each worker took."""
    rows = scope.session.execute(
        select(WeightSyncRow.worker, func.max(WeightSyncRow.version))
        .where(WeightSyncRow.run_id == scope.run)
        .group_by(WeightSyncRow.worker)
    )
    return dict(rows.all())


def _publish(scope: Scope, update: int | None, published: Published) -> None:
    same = _find(scope, published.version)
    if same is not None:
        if (same.update, same.sha256) != (update, published.sha256):
            raise StoreError(
                f"policy version {published.version} is published already, by update {same.update}"
                f" with sha256 {same.sha256}"
            )
        return
    newest = latest(scope)
    if newest is not None and published.version <= newest.version:
        raise StoreError(f"policy version {published.version} comes after {newest.version}; count upwards")
    if update is not None and update < committed(scope):
        raise StoreError(f"update {update} is done already, and published another version")
    scope.session.execute(
        insert(PolicyVersionRow),
        [{"run_id": scope.run, "update": update, "published": scope.now, **published._asdict()}],
    )


def _find(scope: Scope, version: int) -> PolicyVersionRow | None:
    return scope.session.get(PolicyVersionRow, (scope.run, version))
