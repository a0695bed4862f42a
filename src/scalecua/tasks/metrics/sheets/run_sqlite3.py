"""`run_sqlite3`: what a query says about an SQLite database."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable, agents

STEPS, STEPS_LIMIT = 100_000, 50_000_000


def run_sqlite3(result: Any, rules: dict[str, Any]) -> float:
    """The first value that the query `rules["sql"]` gives: 0 for none or NULL, never more than 1.

    The database is only read. ValueError for a query that is not SQL, or whose value is no number.
    """
    if rules.keys() != {"sql"}:
        raise ValueError(f"rules have {sorted(rules)}; it must be sql")
    _well_formed(rules["sql"])
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a database with the tables of the query"), _opened(result) as database:
        row = database.execute(rules["sql"]).fetchone()
    value = row[0] if row else None
    if not isinstance(value, int | float | None):
        raise ValueError(f"the query gives {value!r}, which is no number")
    return min(1.0, max(0.0, float(value or 0)))


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Read-only and as it is, without a log beside it; a query that goes on for too long is broken off."""
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        steps = iter(range(STEPS_LIMIT // STEPS))
        database.set_progress_handler(lambda: next(steps, None) is None, STEPS)
        yield database


def _well_formed(sql: Any) -> None:
    """ValueError if it is not one statement of SQL; the tables that it names need not exist."""
    if not isinstance(sql, str):
        raise ValueError(f"sql is {sql!r}, not a text")
    with contextlib.closing(sqlite3.connect(":memory:")) as nothing:
        try:
            nothing.execute(f"EXPLAIN {sql}")
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise ValueError(f"sql is {sql!r}: {error}") from error
