"""compare_table on what cells hold and show: sheet_name, sheet_data, sheet_print and sheet_fuzzy."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from scalecua.tasks.metrics.sheets.compare_table import compare_table
from scalecua.tasks.metrics.unreadable import Unreadable

Rows = list[list[Any]]
Score = Callable[..., float]
FIRST = {"sheet_idx0": 0, "sheet_idx1": "EI0"}
TABLE: Rows = [["Name", "Sum"], ["a", 1], ["b", 2.5]]


def saved(path: Path, sheets: dict[str, Rows]) -> Path:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


@pytest.fixture
def score(tmp_path: Path) -> Score:
    def scored(found: Any, wanted: Any, *rules: dict[str, Any]) -> float:
        """Of two workbooks, each given by its sheets or by the rows of its only one."""
        books = ({"Sheet1": side} if isinstance(side, list) else side for side in (found, wanted))
        names = ("result-1-a.xlsx", "expected-1-b.xlsx")
        paths = [saved(tmp_path / name, book) for name, book in zip(names, books, strict=True)]
        return compare_table(*paths, rules=list(rules))

    return scored


@pytest.mark.parametrize(
    ("found", "points"),
    [(["A", "B"], 1), (["B", "A"], 0), (["A"], 0), (["A", "B", "C"], 0), (["A", "b"], 0), (["A", "B "], 0)],
)
def test_sheet_name_compares_names_in_order(score: Score, found: list[str], points: float) -> None:
    books = dict.fromkeys(found, TABLE), {"A": TABLE, "B": []}
    assert score(*books, {"type": "sheet_name"}) == points


@pytest.mark.parametrize(
    ("found", "points"),
    [
        (TABLE, 1),
        ([*TABLE, [None, None], ["", ""]], 1),
        ([["Name", "Sum", None], ["a", 1.0], ["b", 2.5]], 1),
        ([["Name", "Sum"], ["a", 1], ["b", 2.50001]], 1),
        ([["Name", "Sum"], ["a", 1], ["b", 2.5001]], 0),
        ([["Name", "Sum"], ["a", 2], ["b", 2.5]], 0),
        ([["Name", "Sum"], ["a", "1"], ["b", 2.5]], 0),
        ([["Name", "Sum"], ["a", True], ["b", 2.5]], 0),
        ([["Name", "Sum"], ["A", 1], ["b", 2.5]], 0),
        ([["Name", "Sum"], ["a ", 1], ["b", 2.5]], 0),
        ([["name", "Sum"], ["a", 1], ["b", 2.5]], 0),
        ([["Name", "Sum"], ["b", 2.5], ["a", 1]], 0),
        ([["Name", "Sum"], [], ["a", 1], ["b", 2.5]], 0),
        ([*TABLE, ["c", 3]], 0),
        (TABLE[:-1], 0),
        ([[*row, 0] for row in TABLE], 0),
        ([], 0),
    ],
)
def test_sheet_data_compares_values_at_their_places(score: Score, found: Rows, points: float) -> None:
    assert score(found, TABLE, {"type": "sheet_data", **FIRST}) == points
    assert score(TABLE, found, {"type": "sheet_data", **FIRST}) == points


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        (datetime.date(2024, 5, 1), datetime.date(2024, 5, 1), 1),
        (datetime.date(2024, 5, 1), datetime.date(2024, 5, 2), 0),
        (datetime.date(2024, 5, 1), 45413, 0),
        (datetime.date(2024, 5, 1), "2024-05-01", 0),
        (datetime.time(12, 30), datetime.timedelta(hours=12, minutes=30), 1),
        (datetime.time(12, 30), datetime.time(12, 30, 1), 0),
        ("N/A", None, 0),
        ("#N/A", None, 0),
        ("nan", None, 0),
        (0, None, 0),
        (False, None, 0),
        (0.1 + 0.2, 0.3, 1),
        (10**15, 10**15 + 1, 0),
        ("two\nlines", "two lines", 0),
    ],
)
def test_values_of_other_kinds_differ(score: Score, one: Any, two: Any, points: float) -> None:
    rule = {"type": "sheet_data", **FIRST}
    assert score([["x", one]], [["x", two]], rule) == score([["x", two]], [["x", one]], rule) == points


@pytest.mark.parametrize(("precision", "points"), [(0, 1), (1, 1), (2, 0), (4, 0)])
def test_precision_is_a_number_of_decimals(score: Score, precision: int, points: float) -> None:
    assert score([[1.44]], [[1.41]], {"type": "sheet_data", **FIRST, "precision": precision}) == points


def test_ignore_case_of_sheet_data(score: Score) -> None:
    rule = {"type": "sheet_data", **FIRST, "ignore_case": True}
    assert score([["MON"]], [["Mon"]], rule) == 1
    assert score([["MON "]], [["Mon"]], rule) == 0


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        (0, "EI0", 1),
        (1, "EI0", 0),
        (1, 2, 1),
        ("RI1", "EI1", 1),
        ("RI2", "RI1", 1),
        ("RNb", "ENb", 1),
        ("RNc", "ENb", 1),
        ("RNa", "ENb", 0),
        ("EI0", "RI0", 1),
    ],
)
def test_sheets_are_named_as_in_osworld(score: Score, one: Any, two: Any, points: float) -> None:
    found, wanted = {"a": [["x"]], "b": [["y"]], "c": [["y"]]}, {"a": [["x"]], "b": [["y"]]}
    assert score(found, wanted, {"type": "sheet_data", "sheet_idx0": one, "sheet_idx1": two}) == points


def test_a_sheet_that_is_missing(score: Score) -> None:
    rule = {"type": "sheet_data", "sheet_idx1": "EI0"}
    for missing in (1, "RI1", "RNSheet2"):
        with pytest.raises(Unreadable, match="no sheet"):
            score(TABLE, TABLE, {**rule, "sheet_idx0": missing})
    with pytest.raises(LookupError):
        score(TABLE, TABLE, {**rule, "sheet_idx0": 0, "sheet_idx1": "ENSheet2"})


@pytest.mark.parametrize(
    ("found", "options", "points"),
    [
        ("a,1.50 M\nb,2\n", {}, 1),
        ('a,"1.50 M"\nb,2\n,\n\n', {}, 1),
        ("\ufeffa,1.50 M,\r\nb,2 \r\n", {}, 1),
        ("A,1.50 m\nB,2\n", {}, 0),
        ("A,1.50 m\nB,2\n", {"ignore_case": True}, 1),
        ("a,1.5 M\nb,2\n", {"ignore_case": True}, 0),
        ("a,1.50M\nb,2\n", {}, 0),
        ("a,1.50 M\n", {}, 0),
        ("a,1.50 M\nb,2\nc,3\n", {}, 0),
        ("\na,1.50 M\nb,2\n", {}, 0),
    ],
)
def test_sheet_print_compares_what_is_shown(
    score: Score, tmp_path: Path, found: str, options: dict[str, Any], points: float
) -> None:
    (tmp_path / "expected-1-b-Sheet1.csv").write_text("a,1.50 M\nb,2\n")
    (tmp_path / "result-1-a-Sheet1.csv").write_bytes(found.encode())
    assert score(TABLE, TABLE, {"type": "sheet_print", **FIRST, **options}) == points


def test_sheet_print_without_its_csv_file(score: Score, tmp_path: Path) -> None:
    (tmp_path / "expected-1-b-Sheet1.csv").write_text("a\n")
    with pytest.raises(Unreadable, match=r"result-1-a-Sheet1\.csv"):
        score(TABLE, TABLE, {"type": "sheet_print", **FIRST})
    (tmp_path / "result-1-a-Sheet1.csv").write_text("a\n")
    assert score(TABLE, TABLE, {"type": "sheet_print", **FIRST}) == 1
    (tmp_path / "expected-1-b-Sheet1.csv").unlink()
    with pytest.raises(FileNotFoundError):
        score(TABLE, TABLE, {"type": "sheet_print", **FIRST})


def fuzzy(kind: str, **options: Any) -> dict[str, Any]:
    part = {"range": ["A1:A2"], "type": kind, **options}
    return {"type": "sheet_fuzzy", **FIRST, "rules": [part]}


@pytest.mark.parametrize(
    ("found", "wanted", "rule", "points"),
    [
        ("Main St", "Main St", fuzzy("exact_match"), 1),
        ("Main st", "Main St", fuzzy("exact_match"), 0),
        ("Main st", "Main St", fuzzy("exact_match", ignore_case=True), 1),
        (5, 5.0, fuzzy("exact_match"), 1),
        (0.1 + 0.2, 0.3, fuzzy("exact_match"), 1),
        (5, 6, fuzzy("exact_match"), 0),
        (None, None, fuzzy("exact_match"), 1),
        (None, "a", fuzzy("included_by"), 0),
        ("a", None, fuzzy("includes"), 0),
        ("the answer", "answer", fuzzy("includes"), 1),
        ("answer", "the answer", fuzzy("includes"), 0),
        ("answer", "the answer", fuzzy("included_by"), 1),
        ("the answer", "answer", fuzzy("included_by"), 0),
        ("abcdefghij", "abcdefghix", fuzzy("fuzzy_match"), 1),
        ("abcdefghij", "abcdefghix", fuzzy("fuzzy_match", threshold=90), 1),
        ("abcdefghij", "abcdefghix", fuzzy("fuzzy_match", threshold=90.5), 0),
        ("abcdefghij", "abcdefghxy", fuzzy("fuzzy_match"), 0),
        ("+1 (23)-4", "1234", fuzzy("exact_match", trim_leadings="+ ", ignore_chars=" ()-"), 1),
        ("+1 (23)-4", "1234", fuzzy("exact_match", ignore_chars=" ()-"), 0),
        ("+1234", "1234", fuzzy("exact_match", trim_leadings="+"), 1),
        ("1234+", "1234", fuzzy("exact_match", trim_leadings="+"), 0),
        ("1234+", "1234", fuzzy("exact_match", trim_trailings="+"), 1),
        ("12 Main Rd", "12 Main Road", fuzzy("exact_match", normalization=[["Rd", "Road"]]), 1),
        ("9 St, Street", "9 Street, St", fuzzy("exact_match", normalization=[["St", "Street"]]), 1),
        ("12 main rd", "12 Main Road", fuzzy("exact_match", normalization=[["Rd", "Road"]]), 0),
        (
            "12 main rd",
            "12 Main Road",
            fuzzy("exact_match", ignore_case=True, normalization=[["Rd", "Road"]]),
            1,
        ),
    ],
)
def test_sheet_fuzzy(score: Score, found: Any, wanted: Any, rule: dict[str, Any], points: float) -> None:
    assert score([["x"], [found]], [["x"], [wanted]], rule) == points


def test_sheet_fuzzy_looks_at_its_ranges_only(score: Score) -> None:
    part = {"range": ["A1:A2", "B1"], "type": "exact_match"}
    found, wanted = [["a", "b"], ["c", "d"]], [["a", "b"], ["c", "x"]]
    assert score(found, wanted, {"type": "sheet_fuzzy", **FIRST, "rules": [part]}) == 1
    whole = {"range": "A1:B2", "type": "exact_match"}
    assert score(found, wanted, {"type": "sheet_fuzzy", **FIRST, "rules": [part, whole]}) == 0
    column = {"range": ["B:B"], "type": "exact_match"}
    assert score(found, wanted, {"type": "sheet_fuzzy", **FIRST, "rules": [column]}) == 0
