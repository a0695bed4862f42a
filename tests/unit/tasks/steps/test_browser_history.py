"""The step that writes a browser's history."""

import sqlite3
from pathlib import Path

import pytest
from pydantic import ValidationError

from scalecua.tasks.steps.browser import STEPS
from scalecua.tasks.steps.browser.history import SINCE_1601_S, UpdateBrowseHistory, Visit, rewritten

SCHEMA = """
CREATE TABLE urls (id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
  last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL,
  from_visit INTEGER, transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER,
  visit_duration INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE downloads (id INTEGER);
INSERT INTO urls (url, title, last_visit_time) VALUES ('https://old.com/', 'Old', 1);
INSERT INTO visits (url, visit_time) VALUES (1, 1);
INSERT INTO downloads VALUES (7);
"""


def visit(url: str, ago_s: float, title: str = "T") -> Visit:
    return Visit(url=url, title=title, visit_time_from_now_in_seconds=ago_s)


def test_the_visits_given_are_the_whole_history(tmp_path: Path) -> None:
    path = tmp_path / "History"
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()
    visits = (visit("https://a.com/", 60), visit("https://b.com/", 0.5), visit("https://a.com/", 10))
    path.write_bytes(rewritten(path.read_bytes(), visits, now_s=1000.0))
    connection = sqlite3.connect(path)
    urls = connection.execute(
        "SELECT url, title, visit_count, last_visit_time FROM urls ORDER BY url"
    ).fetchall()
    times = connection.execute("SELECT visit_time FROM visits ORDER BY id").fetchall()
    kept = connection.execute("SELECT id FROM downloads").fetchall()
    connection.close()
    assert urls == [
        ("https://a.com/", "T", 2, (SINCE_1601_S + 990) * 1_000_000),
        ("https://b.com/", "T", 1, (SINCE_1601_S + 999) * 1_000_000 + 500_000),
    ]
    assert times == [((SINCE_1601_S + ago) * 1_000_000,) for ago in (940, 999.5, 990)]
    assert kept == [(7,)]


def test_what_is_no_history_is_not_rewritten(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error):
        rewritten(b"no database at all", (visit("https://a.com/", 1),), now_s=1000.0)
    path = tmp_path / "other"
    sqlite3.connect(path).execute("CREATE TABLE other (id INTEGER)")
    with pytest.raises(sqlite3.Error, match="urls"):
        rewritten(path.read_bytes(), (visit("https://a.com/", 1),), now_s=1000.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"history": []},
        {"history": [{"url": "https://a.com/", "title": "A"}]},
        {"history": [{"url": "u", "title": "A", "visit_time_from_now_in_seconds": -1}]},
        {"history": [{"url": "u", "title": "A", "visit_time_from_now_in_seconds": 1, "typed": 1}]},
        {},
    ],
)
def test_wrong_histories_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        UpdateBrowseHistory.model_validate(wrong)


def test_the_steps_of_the_family() -> None:
    assert {step.model_fields["type"].default for step in STEPS} == {
        "chrome_open_tabs",
        "chrome_close_tabs",
        "update_browse_history",
    }
