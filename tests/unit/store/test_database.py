"""The database: one schema however it came about, and clear words about files that are not ours."""

import re
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from scalecua.core.errors import StoreError
from scalecua.store.database import MIGRATIONS, REVISION, open_database, transaction
from scalecua.store.schema import Base


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def layout(path: Path) -> list[list[str]]:
    """The statements of the schema, each as its parts in a fixed order."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'alembic%'"
    with sqlite3.connect(path) as connection:
        return sorted(sorted(re.split(r"[\s,]+", sql.strip())) for (sql,) in connection.execute(query))


def test_migrations_make_the_same_tables_as_the_metadata(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path / "migrated.sqlite"))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()
    direct = create_engine(url(tmp_path / "direct.sqlite"))
    Base.metadata.create_all(direct)
    direct.dispose()
    assert layout(tmp_path / "migrated.sqlite") == layout(tmp_path / "direct.sqlite")


def test_the_revision_the_code_knows_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


def test_a_store_of_the_first_schema_is_brought_up_to_date_with_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    old = create_engine(url(path))
    with old.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    with old.begin() as connection:
        connection.execute(text("INSERT INTO runs (name, plan, created) VALUES ('a', '{}', 0)"))
        connection.execute(
            text(
                "INSERT INTO task_records (run_id, name, ema, attempts, successes, failures, last_version, "
                "length, domain) VALUES (1, 'r', 0.5, 8, 4, 0, 0, 3, 'os')"
            )
        )
    old.dispose()
    engine = open_database(url(path))
    with transaction(engine, "looking", write=False) as session:
        assert session.execute(text("SELECT ema, initial FROM task_records")).all() == [(0.5, None)]
    engine.dispose()


def test_connections_are_as_the_store_needs_them(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path / "s.sqlite"))
    with transaction(engine, "looking", write=False) as session:
        names = ("journal_mode", "foreign_keys", "synchronous")
        pragmas = [session.scalar(text(f"PRAGMA {name}")) for name in names]
    assert pragmas == ["wal", 1, 1]
    engine.dispose()


def test_a_transaction_is_whole_or_nothing(tmp_path: Path) -> None:
    engine = open_database(url(tmp_path / "s.sqlite"))
    insert = text("INSERT INTO runs (name, plan, created) VALUES ('a', '{}', 0)")

    def half() -> None:
        with transaction(engine, "breaking") as session:
            session.execute(insert)
            raise ZeroDivisionError

    with pytest.raises(StoreError, match="store: breaking failed: ZeroDivisionError"):
        half()
    with transaction(engine, "looking", write=False) as session:
        assert session.scalar(text("SELECT count(*) FROM runs")) == 0
    engine.dispose()


def test_a_foreign_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match=r"other\.sqlite is a database of something else"):
        open_database(url(path))
    assert layout(path) == [["(name", "CREATE", "TABLE", "TEXT)", "recipes"]]


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match=r"s\.sqlite cannot be opened.*not a database"):
        open_database(url(path))


def test_a_damaged_store_is_a_store_error(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    open_database(url(path)).dispose()
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 8000)
    with pytest.raises(StoreError, match=r"s\.sqlite cannot be opened"):
        open_database(url(path))


def test_a_newer_store_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    open_database(url(path)).dispose()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer ScaleCUA"):
        open_database(url(path))


@pytest.mark.parametrize("wrong", ["postgresql://h/db", "sqlite://", "sqlite:///:memory:", "nonsense"])
def test_other_databases_are_refused_for_now(wrong: str) -> None:
    with pytest.raises(StoreError, match=r"sqlite:///path"):
        open_database(wrong)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        open_database(url(tmp_path / "no" / "s.sqlite"))
