"""Leases: handed out, renewed, and ended exactly once."""

from sqlalchemy import func, insert, select

from scalecua.algo.scheduling import lease as schedule
from scalecua.core.errors import StoreError
from scalecua.core.failure import Failure
from scalecua.core.lease import Lease
from scalecua.store import draws, initial, tasks, versions
from scalecua.store.closing import close_if_ended
from scalecua.store.schema import FailureRow, GroupRow, LeaseRow, LeaseState, WorkerRow
from scalecua.store.scope import Scope
from scalecua.store.serialise import SAMPLING


def claim(scope: Scope, worker: str) -> Lease | None:
    """Hand the oldest open lease to `worker`, drawing if there is none; None if there is no work now.

    Leases that ran out, whoever held them, are lost first. Once a run ended early, only evaluations are work.
    """
    _seen(scope, worker)
    held = LeaseRow.run_id == scope.run, LeaseRow.state == LeaseState.HELD
    for old in scope.session.scalars(select(LeaseRow).where(*held, LeaseRow.expires < scope.now)).all():
        if old.expires is not None and schedule.expired(old.expires, scope.now):
            lose(scope, old, f"worker {old.worker!r} did not renew it within {scope.plan.lease_s} s")
    row = _oldest(scope)
    if row is None and (initial.open_pass(scope) or draws.draw(scope)):
        row = _oldest(scope)
    return None if row is None else _hold(scope, row, worker)


def find(scope: Scope, lease: str) -> LeaseRow:
    """Return the row of a lease; StoreError if it is unknown."""
    row = scope.session.get(LeaseRow, lease)
    if row is None or row.run_id != scope.run:
        raise StoreError(f"lease {lease!r} is unknown to run {scope.plan.name!r}")
    return row


def held(scope: Scope, lease: str) -> LeaseRow:
    """Return the row of a lease that somebody holds; StoreError naming its state if nobody does."""
    row = find(scope, lease)
    if row.state != LeaseState.HELD:
        raise StoreError(f"lease {lease!r} is no longer held: it is {row.state}; drop it and claim another")
    return row


def renew(scope: Scope, lease: str) -> None:
    """Push a held lease's expiry forward."""
    held(scope, lease).expires = schedule.expiry(scope.now, scope.plan.lease_s)


def fail(scope: Scope, row: LeaseRow, failure: Failure, detail: str) -> None:
    """End a held lease by a failure that its worker reports."""
    _end(scope, row, LeaseState.FAILED, failure, detail)


def lose(scope: Scope, row: LeaseRow, detail: str) -> None:
    """End a held lease whose worker is gone."""
    _end(scope, row, LeaseState.LOST, Failure.CRASH, detail)


def release(scope: Scope, worker: str | None) -> int:
    """Lose every lease that `worker` (None: anybody) holds, and return how many those were."""
    query = select(LeaseRow).where(LeaseRow.run_id == scope.run, LeaseRow.state == LeaseState.HELD)
    if worker is not None:
        query = query.where(LeaseRow.worker == worker)
    rows = scope.session.scalars(query).all()
    for row in rows:
        lose(scope, row, f"worker {row.worker!r} is gone")
    return len(rows)


def _end(scope: Scope, row: LeaseRow, state: LeaseState, failure: Failure, detail: str) -> None:
    row.state = state
    scope.session.flush()
    scope.session.execute(
        insert(FailureRow),
        [{"run_id": scope.run, "lease_id": row.id, "failure": failure, "detail": detail, "at": scope.now}],
    )
    failed, lost = (_count(scope, row, ended) for ended in (LeaseState.FAILED, LeaseState.LOST))
    group = scope.session.get_one(GroupRow, row.group_seq)
    if schedule.retries(failed, lost, scope.plan.attempts, scope.plan.losses):
        again = draws.lease_row(scope, group, row.member, row.attempt + 1, row.seed)
        scope.session.execute(insert(LeaseRow), [again])
    else:
        close_if_ended(scope, group)


def _count(scope: Scope, row: LeaseRow, state: LeaseState) -> int:
    query = select(func.count()).where(
        LeaseRow.group_seq == row.group_seq, LeaseRow.member == row.member, LeaseRow.state == state
    )
    return scope.session.scalar(query) or 0


def _oldest(scope: Scope) -> LeaseRow | None:
    query = select(LeaseRow).where(LeaseRow.run_id == scope.run, LeaseRow.state == LeaseState.OPEN)
    if versions.ended_early(scope):
        query = query.where(LeaseRow.priority == draws.PRIORITY["evaluation"])
    ordered = query.order_by(LeaseRow.priority, LeaseRow.group_seq, LeaseRow.member)
    return scope.session.scalars(ordered.limit(1)).first()


def _hold(scope: Scope, row: LeaseRow, worker: str) -> Lease:
    expires = schedule.expiry(scope.now, scope.plan.lease_s)
    row.state, row.worker, row.given, row.expires = LeaseState.HELD, worker, scope.now, expires
    scope.session.get_one(WorkerRow, (scope.run, worker)).claims += 1
    group = scope.session.get_one(GroupRow, row.group_seq)
    return Lease(
        id=row.id,
        task=tasks.load(scope, group.task_id),
        group_id=group.id,
        index=row.member,
        origin="evaluation" if group.origin == "evaluation" else "rollout",
        seed=row.seed,
        max_turns=group.max_turns,
        sampling=SAMPLING.validate_json(group.sampling),
        expires=expires,
    )


def _seen(scope: Scope, worker: str) -> None:
    row = scope.session.get(WorkerRow, (scope.run, worker))
    if row is None:
        scope.session.add(WorkerRow(run_id=scope.run, name=worker, seen=scope.now, claims=0))
        scope.session.flush()
    else:
        row.seen = scope.now
