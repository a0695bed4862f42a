"""compare_table on rules that are wrong, and on files that are no workbooks."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from scalecua.tasks.metrics.sheets.compare_table import RULES, compare_table
from scalecua.tasks.metrics.unreadable import Unreadable

PAIR = {"sheet_idx0": 0, "sheet_idx1": "EI0"}
EQUAL = {"method": "eq", "ref": 1}
FUZZY = {"range": ["A1"], "type": "includes"}
GOOD: list[dict[str, Any]] = [
    {"type": "sheet_name"},
    {"type": "sheet_data", **PAIR, "precision": 2, "ignore_case": True},
    {"type": "sheet_print", **PAIR, "ignore_case": True},
    {"type": "sheet_fuzzy", **PAIR, "rules": [FUZZY]},
    {"type": "sparkline", **PAIR},
    {"type": "chart", **PAIR, "chart_props": ["title"]},
    {"type": "style", **PAIR, "props": ["bgcolor"]},
    {"type": "freeze", **PAIR},
    {"type": "zoom", "sheet_idx": 0, "method": "eq", "ref": 100},
    {"type": "data_validation", "sheet_idx": 0, "dv_props": []},
    {"type": "row_props", **PAIR, "props": ["hidden"]},
    {"type": "col_props", **PAIR, "props": ["hidden"]},
    {"type": "filter", **PAIR},
    {"type": "pivot_table", **PAIR, "pivot_props": ["filter"]},
    {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"value": EQUAL}},
]


def book(path: Path) -> Path:
    made = Workbook()
    made.worksheets[0]["A1"] = 1
    made.save(path)
    path.with_name(f"{path.stem}-Sheet.csv").write_text("1\n")
    return path


@pytest.fixture
def books(tmp_path: Path) -> tuple[Path, Path]:
    return book(tmp_path / "result-1-a.xlsx"), book(tmp_path / "expected-1-a.xlsx")


@pytest.mark.parametrize("rule", GOOD)
def test_every_rule_holds_of_two_plain_workbooks(books: tuple[Path, Path], rule: dict[str, Any]) -> None:
    assert compare_table(*books, rules=[rule]) == 1


def test_every_rule_is_tried() -> None:
    assert [rule["type"] for rule in GOOD] == list(RULES)


@pytest.mark.parametrize("rule", GOOD)
def test_every_rule_refuses_a_key_that_it_does_not_know(
    books: tuple[Path, Path], rule: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match="'sheets'"):
        compare_table(*books, rules=[{"type": "sheet_name"}, {**rule, "sheets": 1}])


@pytest.mark.parametrize("rule", GOOD[1:])
def test_every_rule_asks_for_its_sheets(books: tuple[Path, Path], rule: dict[str, Any]) -> None:
    bare = {key: value for key, value in rule.items() if not key.startswith("sheet_idx")}
    with pytest.raises(ValueError, match="sheet_idx"):
        compare_table(*books, rules=[bare])


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"type": "sheet"},
        {"type": "sheet_data", "sheet_idx0": "Sheet1", "sheet_idx1": "EI0"},
        {"type": "sheet_data", "sheet_idx0": "RIx", "sheet_idx1": "EI0"},
        {"type": "sheet_data", "sheet_idx0": None, "sheet_idx1": "EI0"},
        {"type": "sheet_data", **PAIR, "precision": -1},
        {"type": "chart", **PAIR, "chart_props": ["titel"]},
        {"type": "style", **PAIR, "props": ["color"]},
        {"type": "style", **PAIR, "props": []},
        {"type": "row_props", **PAIR, "props": ["width"]},
        {"type": "col_props", **PAIR, "props": ["height"]},
        {"type": "pivot_table", **PAIR, "pivot_props": ["fields"]},
        {"type": "sheet_fuzzy", **PAIR, "rules": []},
        {"type": "sheet_fuzzy", **PAIR, "rules": [{**FUZZY, "type": "includs"}]},
        {"type": "sheet_fuzzy", **PAIR, "rules": [{**FUZZY, "trim": " "}]},
        {"type": "sheet_fuzzy", **PAIR, "rules": [{**FUZZY, "range": ["%"]}]},
        {"type": "zoom", "sheet_idx": 0, "method": "less", "ref": 100},
        {"type": "zoom", "sheet_idx": 0, "method": "approx", "ref": 100},
        {"type": "zoom", "sheet_idx": 0, "method": "range.tx", "ref": [1, 2]},
        {"type": "data_validation", "sheet_idx": 0, "dv_props": [{"formula3": EQUAL}]},
        {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {}},
        {"type": "check_cell", "sheet_idx": 0, "coordinate": "1", "props": {"value": EQUAL}},
        {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"colour": EQUAL}},
        {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"value": {"ref": 1}}},
        {"type": "check_cell", "sheet_idx": 0, "coordinate": "A1", "props": {"value": {**EQUAL, "flag": 1}}},
        {
            "type": "check_cell",
            "sheet_idx": 0,
            "coordinate": "A1",
            "props": {"value": {"method": "re.Q", "ref": ""}},
        },
    ],
)
def test_faults_of_the_rules_raise(books: tuple[Path, Path], rule: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        compare_table(*books, rules=[rule])


def test_no_rules_and_options_that_there_are_not(books: tuple[Path, Path]) -> None:
    with pytest.raises(ValueError, match="empty"):
        compare_table(*books, rules=[])
    with pytest.raises(TypeError):
        compare_table(*books, rules=GOOD, strict=True)  # type: ignore[call-arg]


def test_a_rule_that_fails_among_others(books: tuple[Path, Path]) -> None:
    zoom = {"type": "zoom", "sheet_idx": 0, "method": "gt", "ref": 100}
    assert compare_table(*books, rules=GOOD) == 1
    assert compare_table(*books, rules=[*GOOD, zoom]) == 0


def test_an_expected_workbook_is_only_needed_where_a_rule_asks_for_it(books: tuple[Path, Path]) -> None:
    assert compare_table(books[0], rules=[rule for rule in GOOD if "sheet_idx" in rule]) == 1
    for rule in (GOOD[0], GOOD[1]):
        with pytest.raises(ValueError, match="expected workbook"):
            compare_table(books[0], rules=[rule])


def rezipped(path: Path, part: str, change: tuple[str, str]) -> Path:
    """The workbook with one part changed as text."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[part].decode()
    assert change[0] in text
    parts[part] = text.replace(*change).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("xl/worksheets/sheet1.xml", ("</sheetData>", "")),
        (
            "xl/worksheets/sheet1.xml",
            ("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
        ),
        ("xl/worksheets/sheet1.xml", ("</sheetData>", f"</sheetData><!--{' ' * (33 * 1024 * 1024)}-->")),
        ("xl/workbook.xml", ("sheets", "nothing")),
    ],
)
def test_broken_and_hostile_workbooks(books: tuple[Path, Path], part: str, change: tuple[str, str]) -> None:
    broken = rezipped(books[0], part, change)
    with pytest.raises(Unreadable):
        compare_table(broken, books[1], rules=[GOOD[1]])
    with pytest.raises(Exception) as fault:  # noqa: PT011
        compare_table(books[1], broken, rules=[GOOD[1]])
    assert not isinstance(fault.value, Unreadable)


@pytest.mark.parametrize("data", [b"", b"Name,Sum\na,1\n", b"PK\x03\x04 no archive"])
def test_files_that_are_no_workbooks(books: tuple[Path, Path], tmp_path: Path, data: bytes) -> None:
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(data)
    with pytest.raises(Unreadable):
        compare_table(broken, books[1], rules=[GOOD[1]])
    with pytest.raises(zipfile.BadZipFile):
        compare_table(books[0], broken, rules=[GOOD[1]])
    with pytest.raises(Unreadable):
        compare_table("a text", books[1], rules=[GOOD[1]])


def test_formulas_have_the_values_that_were_saved_with_them(books: tuple[Path, Path]) -> None:
    found = rezipped(books[0], "xl/worksheets/sheet1.xml", ("<v>1</v>", "<f>3-2</f><v>1</v>"))
    assert compare_table(found, books[1], rules=[GOOD[1]]) == 1
    found = rezipped(found, "xl/worksheets/sheet1.xml", ("<f>3-2</f><v>1</v>", "<f>3-2</f>"))
    assert compare_table(found, books[1], rules=[GOOD[1]]) == 0
