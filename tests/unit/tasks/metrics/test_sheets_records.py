"""compare_conference_city_in_order and run_sqlite3."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from scalecua.tasks.metrics.sheets import run_sqlite3 as sqlite
from scalecua.tasks.metrics.sheets.conference_city import compare_conference_city_in_order
from scalecua.tasks.metrics.sheets.run_sqlite3 import run_sqlite3
from scalecua.tasks.metrics.unreadable import Unreadable

CITIES = {"expected": ["Lille", ["Montreal", "Montréal"], ["New York", "NYC"], ["Los Angeles", "LA"]]}


def cities(path: Path, names: list[Any]) -> Path:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Conference", "Year", "City"])
    for year, name in enumerate(names, 2013):
        sheet.append(["ICML", year, name])
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("names", "points"),
    [
        (["Lille", "Montreal", "New York", "LA"], 1),
        (["lille, France", "Montréal", "New York City", "Los Angeles (California)"], 1),
        (["Lille", "Montreal", "NYC", "Atlanta"], 0),
        (["Montreal", "Lille", "New York", "LA"], 0),
        (["Lille", "Montreal", "York", "LA"], 0),
        (["Lille", "Montreal", "New, old York", "LA"], 0),
        (["Lille", None, "New York", "LA"], 0),
        (["Lille", "Montreal", "New York"], 0),
        (["Lille", "Montreal", "New York", "LA", "Paris"], 0),
        ([], 0),
    ],
)
def test_conference_cities(tmp_path: Path, names: list[Any], points: float) -> None:
    assert compare_conference_city_in_order(cities(tmp_path / "a.xlsx", names), CITIES) == points


def test_conference_cities_that_cannot_be_read(tmp_path: Path) -> None:
    good, broken = cities(tmp_path / "a.xlsx", ["Lille"]), tmp_path / "broken.xlsx"
    broken.write_bytes(b"Lille")
    for result in (broken, "Lille"):
        with pytest.raises(Unreadable):
            compare_conference_city_in_order(result, CITIES)
    wrong: list[dict[str, Any]] = [{}, {"expected": [1]}, {"expected": [[]]}, {"expected": ["-"]}]
    for rules in (*wrong, {**CITIES, "order": 1}):
        with pytest.raises(ValueError, match="expected"):
            compare_conference_city_in_order(good, rules)


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    path = tmp_path / "global messages#db.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE mails (id INTEGER, star INTEGER)")
        database.executemany("INSERT INTO mails VALUES (?, ?)", [(1, 1), (2, 1), (3, 0), (4, None)])
    return path


@pytest.mark.parametrize(
    ("sql", "points"),
    [
        ("SELECT COUNT(*) = 2 FROM mails WHERE star;", 1),
        ("SELECT COUNT(*) = 3 FROM mails WHERE star", 0),
        ("SELECT 0.5", 0.5),
        ("SELECT COUNT(*) FROM mails", 1),
        ("SELECT -1", 0),
        ("SELECT star FROM mails WHERE id = 4", 0),
        ("SELECT star FROM mails WHERE id = 5", 0),
    ],
)
def test_run_sqlite3(mails: Path, sql: str, points: float) -> None:
    before = mails.read_bytes()
    assert run_sqlite3(mails, {"sql": sql}) == points
    assert mails.read_bytes() == before
    assert [file.name for file in mails.parent.iterdir()] == [mails.name]


def test_run_sqlite3_on_no_database_or_another(tmp_path: Path) -> None:
    broken, other = tmp_path / "broken", tmp_path / "other"
    broken.write_bytes(b"no database at all" * 100)
    other.touch()
    for result in (broken, other, "text", tmp_path / "none"):
        with pytest.raises(Unreadable):
            run_sqlite3(result, {"sql": "SELECT COUNT(*) FROM mails"})


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"sql": 1},
        {"sql": "SELEC 1"},
        {"sql": "SELECT nothing(1)"},
        {"sql": "SELECT 'text'"},
        {"sql": "SELECT 1", "database": "a"},
    ],
)
def test_run_sqlite3_refuses_wrong_rules(mails: Path, rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"sql|number"):
        run_sqlite3(mails, rules)


def test_run_sqlite3_ends_a_query_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "endless"
    with closing(sqlite3.connect(path)) as database, database:
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n"
        database.execute(f"CREATE VIEW mails AS {endless}")
    monkeypatch.setattr(sqlite, "STEPS_LIMIT", 1_000_000)
    with pytest.raises(Unreadable, match="interrupted"):
        run_sqlite3(path, {"sql": "SELECT COUNT(*) FROM mails"})


def test_run_sqlite3_does_not_write(mails: Path) -> None:
    with pytest.raises(Unreadable, match="readonly"):
        run_sqlite3(mails, {"sql": "DELETE FROM mails"})
