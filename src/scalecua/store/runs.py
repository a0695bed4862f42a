"""A run's identity: its row, and the plan it must keep."""

import time
from dataclasses import fields, replace

from sqlalchemy import Engine, select

from scalecua.core.errors import StoreError
from scalecua.store.database import transaction
from scalecua.store.plan import MUTABLE, Plan
from scalecua.store.schema import RunRow
from scalecua.store.serialise import PLAN


def open_run(engine: Engine, plan: Plan) -> int:
    """Return the run of the plan's name, made if there is none.

    A run goes on under the plan it began with, but for what may be changed (`MUTABLE`), which is kept.
    StoreError naming any other difference.
    """
    with transaction(engine, f"opening run {plan.name!r}") as session:
        row = session.scalars(select(RunRow).where(RunRow.name == plan.name)).first()
        if row is None:
            row = RunRow(name=plan.name, plan=PLAN.dump_json(plan).decode(), created=time.time())
            session.add(row)
            session.flush()
            return row.id
        before = PLAN.validate_json(row.plan)
        changed = [f.name for f in fields(plan) if getattr(plan, f.name) != getattr(before, f.name)]
        for name in changed:
            if name not in MUTABLE:
                raise StoreError(
                    f"run {plan.name!r} began with {name} = {getattr(before, name)!r},"
                    f" not {getattr(plan, name)!r}; start a run of another name, or put it back"
                )
        row.plan = PLAN.dump_json(replace(before, **{n: getattr(plan, n) for n in changed})).decode()
        return row.id
