"""Opening the database: connections, transactions, and the schema brought up to date.

SQLite runs in WAL mode with synchronous=NORMAL: a commit outlives the death of every process, and the
last ones may be lost only with the power. A write transaction begins IMMEDIATE, so that it never fails
half-way for a lock.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import stamina
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from scalecua.core.errors import StoreError, boundary
from scalecua.core.failure import Failure

REVISION = "0002"
BUSY_S = 60.0
MIGRATIONS = Path(__file__).parent / "migrations"
READING = "scalecua_reading"


def open_database(url: str) -> Engine:
    """Return an engine on an up-to-date store; StoreError if `url` is not SQLite, foreign or damaged."""
    with boundary(StoreError, f"store URL {url!r} cannot be read; write sqlite:///path/to/store.sqlite"):
        parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise StoreError(f"store URL {url!r}: only sqlite:///path/to/store.sqlite is supported")
    engine = _engine(parsed)
    try:
        with boundary(StoreError, f"store {parsed.database} cannot be opened", failure=Failure.STORE):
            _use_wal(engine)
            _migrate(engine, parsed.database)
    except StoreError:
        engine.dispose()
        raise
    return engine


@contextmanager
def transaction(engine: Engine, what: str, *, write: bool = True) -> Iterator[Session]:
    """One transaction, committed at the end of the block; StoreError naming `what` if it cannot be done."""
    bind = engine if write else engine.execution_options(**{READING: True})
    with (
        boundary(StoreError, f"store: {what} failed", failure=Failure.STORE),
        Session(bind) as session,
        session.begin(),
    ):
        yield session


def _engine(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_S}, pool_timeout=BUSY_S)

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        # The driver's own transactions begin too late to keep a read and the write after it together.
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _use_wal(engine: Engine) -> None:
    # Switching to WAL does not wait for another process that is just doing the same.
    for attempt in stamina.retry_context(on=_locked, attempts=None, timeout=BUSY_S, wait_max=0.5):
        with attempt:
            connection = engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
            finally:
                connection.close()


def _locked(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError | OperationalError) and "locked" in str(error)


def _migrate(engine: Engine, name: str) -> None:
    """Create the tables, or bring them up to date, once however many processes open the store."""
    with engine.execution_options(**{READING: True}).begin() as connection:
        if _revision(connection, name) == REVISION:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        if _revision(connection, name) != REVISION:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _revision(connection: Connection, name: str) -> str | None:
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if "alembic_version" not in tables or "task_records" not in tables:
        raise StoreError(f"{name} is a database of something else; name another file", failure=Failure.STORE)
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    known = {path.name[1:5] for path in (MIGRATIONS / "versions").glob("v[0-9]*.py")}
    if found not in known:
        raise StoreError(f"{name} was written by a newer ScaleCUA (schema {found}); upgrade this one")
    return str(found)
