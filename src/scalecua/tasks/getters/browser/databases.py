"""`cookie_data` and `history`: rows of the browser's databases."""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

from scalecua.tasks.getters.base import FILE_LIMIT, TEXT_LIMIT, Fetched, Getter
from scalecua.tasks.getters.browser.profile import PROFILE, fetched, file, folder
from scalecua.tasks.scene import Scene

ROWS = 20_000
CELL = 8192
# A table is read in far fewer steps than these; a view that never ends is not.
STEPS = 50_000_000
Rows = list[list[Any]]


class CookieData(Getter):
    """Rows of cookies: time of creation, host, name, path, time of expiry; at most ROWS."""

    type: Literal["cookie_data"] = "cookie_data"
    dest: str | None = None

    async def __call__(self, scene: Scene) -> Rows | None:
        """Read the database; no rows where the profile has none, None where it cannot be read."""
        query = "SELECT creation_utc, host_key, name, path, expires_utc FROM cookies"
        return await _rows(scene, query, f"{PROFILE}/Cookies")


class History(Getter):
    """Rows of pages: URL, title, time of the last visit in microseconds since 1601; at most ROWS."""

    type: Literal["history"] = "history"
    dest: str | None = None

    async def __call__(self, scene: Scene) -> Rows | None:
        """Read the database; no rows where the profile has none, None where it cannot be read."""
        return await _rows(scene, "SELECT url, title, last_visit_time FROM urls", f"{PROFILE}/History")


async def _rows(scene: Scene, query: str, name: str) -> Rows | None:
    path = await folder(scene)
    if path is None:
        return None
    found = await file(scene, name)
    if found is None:
        return []
    return await asyncio.to_thread(rows, query, found, await fetched(scene, f"{path}/{name}-wal"))


def rows(query: str, found: Fetched, log: Fetched | None = None) -> Rows | None:
    """What a query finds in a database that somebody else made; None where it is none.

    `log` is what was written beside the database and not yet into it.
    """
    with tempfile.TemporaryDirectory(prefix="scalecua-database-") as name:
        path = Path(name) / "database"
        path.write_bytes(found.data)
        if log is not None:
            path.with_name("database-wal").write_bytes(log.data)
        try:
            with closing(sqlite3.connect(path)) as database:
                return _asked(database, query)
        except (sqlite3.Error, UnicodeDecodeError, OverflowError):
            return None


def _asked(database: sqlite3.Connection, query: str) -> Rows:
    database.execute("PRAGMA trusted_schema = OFF")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, FILE_LIMIT)
    database.set_progress_handler(lambda: 1, STEPS)
    database.text_factory = lambda data: data[:CELL].decode("utf-8", "replace")
    kept: Rows = []
    size = 0
    for row in database.execute(query).fetchmany(ROWS):
        values = [value if isinstance(value, str | int | None) else str(value)[:CELL] for value in row]
        size += sum(len(value) for value in values if isinstance(value, str))
        if size > TEXT_LIMIT:
            break
        kept.append(values)
    return kept
