"""Drawing: when the next batch of groups may be opened, and which tasks it holds."""

from dataclasses import dataclass

from numpy.random import Generator, SeedSequence, default_rng
from sqlalchemy import and_, func, insert, or_, select

from scalecua.algo.scheduling import staleness
from scalecua.core.completion import Sampling
from scalecua.core.trajectory import Origin
from scalecua.store import prefilter, tasks, versions
from scalecua.store.schema import GroupRow, GroupState, LeaseRow
from scalecua.store.scope import Scope
from scalecua.store.serialise import SAMPLING

PRIORITY: dict[Origin, int] = {"evaluation": 0, "rollout": 1}


@dataclass(frozen=True, slots=True)
class Order:
    """A group to be opened: `size` rollouts of a task, its place, and the entropy of its seeds."""

    id: str
    origin: Origin
    task_id: str
    record: str
    size: int
    max_turns: int
    sampling: Sampling
    position: int
    entropy: tuple[int, ...]
    draw: int | None = None
    evaluation: str | None = None


def drawn(scope: Scope) -> int:
    """Return how many draws were made."""
    last = scope.session.scalar(select(func.max(GroupRow.draw)).where(GroupRow.run_id == scope.run))
    return 0 if last is None else last + 1


def admissible(scope: Scope) -> bool:
    """Return whether the next draw may be made now.

    None is made before the initial pass is over, or after the run ended early. A draw is used up as its
    groups' updates are committed, and by groups that no update will take: if these did not count, a run whose
    every group came too late would wait for ever.
    """
    count, plan = drawn(scope), scope.plan
    if count >= plan.iterations or versions.ended_early(scope) or not prefilter.settled(scope):
        return False
    used = scope.session.scalar(
        select(func.count()).where(
            GroupRow.run_id == scope.run,
            GroupRow.origin == "rollout",
            or_(
                GroupRow.state.in_([GroupState.STALE, GroupState.EMPTY]),
                and_(GroupRow.state == GroupState.TAKEN, GroupRow.update < versions.committed(scope)),
            ),
        )
    )
    return staleness.admits(count, (used or 0) // plan.batch, plan.max_staleness)


def draw(scope: Scope) -> bool:
    """Open the next draw's groups; False if it is not admissible or there is no task.

    ConfigError if the pre-filter leaves nothing to draw.
    The generator depends on the plan's seed and the number of the draw alone, so that neither a restart
    nor the order in which workers ask changes what a sampler without memory draws.
    """
    if not admissible(scope):
        return False
    records = prefilter.drawable(scope)
    if not len(records):
        return False
    number, plan = drawn(scope), scope.plan
    rng = default_rng([plan.seed, number])
    orders = []
    for position, index in enumerate(plan.sampler(records, plan.batch, rng)):
        task = tasks.load(scope, variant(scope, records.names[index], rng))
        orders.append(
            Order(
                id=f"{plan.name}:d{number}:{position}",
                origin="rollout",
                task_id=task.id,
                record=task.record,
                size=plan.n,
                max_turns=min(task.max_turns, plan.max_turns),
                sampling=plan.sampling,
                position=position,
                entropy=(plan.seed, number, position),
                draw=number,
            )
        )
    open_groups(scope, orders)
    return True


def open_groups(scope: Scope, orders: list[Order]) -> None:
    """Open groups with one lease a member; a member's seed stays the same over its tries."""
    rows = [
        GroupRow(
            id=order.id,
            run_id=scope.run,
            origin=order.origin,
            evaluation=order.evaluation,
            draw=order.draw,
            position=order.position,
            task_id=order.task_id,
            record=order.record,
            size=order.size,
            max_turns=order.max_turns,
            sampling=SAMPLING.dump_json(order.sampling).decode(),
        )
        for order in orders
    ]
    scope.session.add_all(rows)
    scope.session.flush()
    leases = [
        lease_row(scope, row, member, 0, _seed(*order.entropy, member))
        for row, order in zip(rows, orders, strict=True)
        for member in range(order.size)
    ]
    if leases:
        scope.session.execute(insert(LeaseRow), leases)


def lease_row(scope: Scope, group: GroupRow, member: int, attempt: int, seed: int) -> dict[str, object]:
    """Return the columns of an open lease for try `attempt` at member `member` of a group."""
    return {
        "id": f"{group.id}:{member}:{attempt}",
        "run_id": scope.run,
        "group_seq": group.seq,
        "member": member,
        "attempt": attempt,
        "priority": PRIORITY["evaluation" if group.origin == "evaluation" else "rollout"],
        "seed": seed,
    }


def variant(scope: Scope, record: str, rng: Generator) -> str:
    """Return the id of one of the training tasks that share a record, drawn uniformly."""
    ids = tasks.variants(scope, record)
    return ids[int(rng.integers(len(ids)))]


def _seed(*entropy: int) -> int:
    return int(SeedSequence(list(entropy)).generate_state(1)[0]) & 0x7FFFFFFF
