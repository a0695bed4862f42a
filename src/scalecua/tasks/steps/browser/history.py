"""`update_browse_history`: what the browser remembers of pages visited."""

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from scalecua.tasks.getters.browser.profile import AGE, PROFILE, fetched, folder
from scalecua.tasks.scene import Scene
from scalecua.tasks.steps.base import Step, StepFailed

# Chrome counts microseconds since 1601.
SINCE_1601_S = 11_644_473_600
# A link that was followed, first and last of its chain.
FOLLOWED = 0x30000000
# What belongs to visits; which of them there are depends on the browser's version.
TABLES = (
    *("visits", "urls", "visit_source", "segments", "segment_usage", "keyword_search_terms"),
    *("content_annotations", "context_annotations", "clusters", "clusters_and_visits", "visited_links"),
)
KEEPS = "SELECT name FROM sqlite_master WHERE type = 'table'"
URL = "SELECT id FROM urls WHERE url = ?"
ADD_URL = (
    "INSERT INTO urls (url, title, visit_count, typed_count, last_visit_time, hidden)"
    " VALUES (?, ?, 0, 0, 0, 0)"
)
ADD_VISIT = (
    "INSERT INTO visits (url, visit_time, from_visit, transition, segment_id, visit_duration)"
    f" VALUES (?, ?, 0, {FOLLOWED}, 0, 0)"
)
COUNT_VISIT = (
    "UPDATE urls SET visit_count = visit_count + 1, last_visit_time = max(last_visit_time, ?) WHERE id = ?"
)


class Visit(BaseModel):
    """A page that was visited so many seconds ago."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    url: str = Field(min_length=1)
    title: str
    visit_time_from_now_in_seconds: float = Field(ge=0)


class UpdateBrowseHistory(Step):
    """Make these visits the whole history; the browser, which must have run before, must not run now."""

    type: Literal["update_browse_history"] = "update_browse_history"
    history: tuple[Visit, ...] = Field(min_length=1)

    async def __call__(self, scene: Scene) -> None:
        """Fetch the browser's database, change it here, and put it back."""
        where = await folder(scene)
        found = None if where is None else await fetched(scene, f"{where}/{PROFILE}/History")
        if where is None or found is None:
            raise StepFailed("the browser has no history yet; it must have run once")
        if (await scene.desktop.execute(("sh", "-c", AGE, "sh", where), timeout_s=10)).output.strip():
            raise StepFailed("the browser runs, and would not see its history change")
        try:
            data = await asyncio.to_thread(rewritten, found.data, self.history, time.time())
        except sqlite3.Error as error:
            raise StepFailed(f"the browser's history is not as it should be: {error}") from error
        path = f"{where}/{PROFILE}/History"
        await scene.desktop.execute(
            ("rm", "-f", f"{path}-journal", f"{path}-wal", f"{path}-shm"), timeout_s=10
        )
        await scene.desktop.write(path, data)


def rewritten(data: bytes, history: tuple[Visit, ...], now_s: float) -> bytes:
    """Chrome's database of history with these visits and no others; sqlite3.Error if it is none."""
    with tempfile.TemporaryDirectory(prefix="scalecua-history-") as name:
        path = Path(name) / "History"
        path.write_bytes(data)
        with closing(sqlite3.connect(path)) as database, database:
            _replace(database, history, now_s)
        return path.read_bytes()


def _replace(database: sqlite3.Connection, history: tuple[Visit, ...], now_s: float) -> None:
    there = {name for (name,) in database.execute(KEEPS)}
    for table in TABLES:
        if table in there:
            database.execute(f"DELETE FROM {table}")
    for visit in history:
        time_us = int((now_s - visit.visit_time_from_now_in_seconds + SINCE_1601_S) * 1_000_000)
        row = database.execute(URL, (visit.url,)).fetchone()
        page = row[0] if row else database.execute(ADD_URL, (visit.url, visit.title)).lastrowid
        database.execute(ADD_VISIT, (page, time_us))
        database.execute(COUNT_VISIT, (time_us, page))
