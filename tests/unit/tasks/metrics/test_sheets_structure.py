"""compare_table on what is set for sheets, rows and columns: views, validations, dimensions and filters."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.filters import (
    CustomFilter,
    CustomFilters,
    FilterColumn,
    SortCondition,
    SortState,
    Top10,
)
from openpyxl.worksheet.views import Pane
from openpyxl.worksheet.worksheet import Worksheet

from scalecua.tasks.metrics.sheets.compare_table import compare_table

Draw = Callable[[Worksheet], Any]


def plain(_sheet: Worksheet) -> None:
    """Draw nothing."""


def book(path: Path, *draws: Draw) -> Path:
    made = Workbook()
    for row in range(1, 11):
        made.worksheets[0].append([row, row * 2, "x"])
    for draw in draws:
        draw(made.worksheets[0])
    made.save(path)
    return path


def same(tmp_path: Path, kind: str, one: Draw, two: Draw, **options: Any) -> float:
    paths = book(tmp_path / "one.xlsx", one), book(tmp_path / "two.xlsx", two)
    rule = {"type": kind, "sheet_idx0": 0, "sheet_idx1": "EI0", **options}
    scores = {compare_table(a, b, rules=[rule]) for a, b in (paths, paths[::-1])}
    assert len(scores) == 1
    return scores.pop()


def frozen(at: str | None, state: str = "frozen", scrolled: str = "") -> Draw:
    def draw(sheet: Worksheet) -> None:
        sheet.freeze_panes = at
        pane: Pane | None = sheet.sheet_view.pane
        if pane is not None:
            pane.state = state  # type: ignore[assignment]
            pane.topLeftCell = scrolled or pane.topLeftCell

    return draw


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        (frozen("B2"), frozen("B2"), 1),
        (frozen("B2"), frozen("B2", scrolled="D9"), 1),
        (frozen("B2"), frozen("B2", "frozenSplit"), 1),
        (frozen("B2"), frozen("A2"), 0),
        (frozen("B2"), frozen("B1"), 0),
        (frozen("B2"), frozen("B3"), 0),
        (frozen("B2"), plain, 0),
        (frozen("B2"), frozen("B2", "split"), 0),
        (plain, frozen("B2", "split"), 1),
    ],
)
def test_freeze(tmp_path: Path, one: Draw, two: Draw, points: float) -> None:
    assert same(tmp_path, "freeze", one, two) == points


@pytest.mark.parametrize(
    ("percent", "method", "ref", "points"),
    [
        (259, "lt", 260, 1),
        (260, "lt", 260, 0),
        (None, "eq", 100, 1),
        (None, "lt", 100, 0),
        (120, "range.tt", [100, 120], 0),
        (120, "range.te", [100, 120], 1),
        (100, "range.te", [100, 120], 0),
        (100, "range.et", [100, 120], 1),
        (119, "approx:1", 120, 1),
        (118, "approx:1", 120, 0),
    ],
)
def test_zoom(tmp_path: Path, percent: int | None, method: str, ref: Any, points: float) -> None:
    found = book(tmp_path / "a.xlsx", lambda sheet: setattr(sheet.sheet_view, "zoomScale", percent))
    rule = {"type": "zoom", "sheet_idx": "RI0", "method": method, "ref": ref}
    assert compare_table(found, rules=[rule]) == points


def validation(*areas: str, **options: Any) -> Draw:
    def draw(sheet: Worksheet) -> None:
        made = DataValidation(**{"type": "list", "formula1": '"Pass,Fail,Held"', **options})
        for area in areas:
            made.add(area)
        sheet.add_data_validation(made)

    return draw


LIST = {
    "ranges": {"method": "spreadsheet_range", "ref": ["D2:D29", "D1:D1048576"]},
    "type": {"method": "eq", "ref": "list"},
    "formula1": {"method": "str_set_eq", "ref": ["Pass", "Fail", "Held"]},
}
WHOLE = {"type": {"method": "eq", "ref": "whole"}, "operator": {"method": "eq", "ref": "between"}}
NUMBERS = validation("E2:E9", type="whole", formula1="1", formula2="5")


@pytest.mark.parametrize(
    ("draws", "wanted", "points"),
    [
        ([validation("D2:D29")], [LIST], 1),
        ([validation("D1:D100")], [LIST], 1),
        ([validation("D2:D10", "D11:D29")], [LIST], 1),
        ([validation("D2:D28")], [LIST], 0),
        ([validation("D2:D10", "D12:D29")], [LIST], 0),
        ([validation("C2:D29")], [LIST], 0),
        ([validation("D2:D29", formula1='"Held, Fail,Pass"')], [LIST], 1),
        ([validation("D2:D29", formula1='"Pass,Fail"')], [LIST], 0),
        ([validation("D2:D29", formula1='"Pass,Fail,Held,Other"')], [LIST], 0),
        ([validation("D2:D29", formula1='"pass,Fail,Held"')], [LIST], 0),
        ([validation("D2:D29", type="textLength")], [LIST], 0),
        ([], [LIST], 0),
        ([], [], 1),
        ([validation("D2:D29")], [], 0),
        ([validation("D2:D29"), NUMBERS], [LIST], 0),
        ([validation("D2:D29"), NUMBERS], [WHOLE, LIST], 1),
        ([validation("D2:D29"), validation("D2:D29")], [LIST, WHOLE], 0),
        ([validation("D2:D29")], [LIST, LIST], 0),
        (
            [validation("D2:D29")],
            [{"formula1": {"method": "str_list_eq", "ref": ["Pass", "Fail", "Held"]}}],
            1,
        ),
        (
            [validation("D2:D29")],
            [{"formula1": {"method": "str_list_eq", "ref": ["Fail", "Pass", "Held"]}}],
            0,
        ),
        ([validation("D2:D29", prompt="Pick")], [{"prompt": {"method": "re", "ref": "^P"}}], 1),
        ([validation("D2:D29", error="No")], [{"error": {"method": "ne", "ref": "No"}}], 0),
        ([validation("D2:D29", allow_blank=True)], [{"allowBlank": {"method": "eq", "ref": True}}], 1),
        ([validation("D2:D29")], [{"allowBlank": {"method": "eq", "ref": False}}], 1),
        ([validation("D2:D29")], [{"errorStyle": {"method": "eq", "ref": "stop"}}], 1),
    ],
)
def test_data_validation(
    tmp_path: Path, draws: list[Draw], wanted: list[dict[str, Any]], points: float
) -> None:
    rule = {"type": "data_validation", "sheet_idx": 0, "dv_props": wanted}
    assert compare_table(book(tmp_path / "a.xlsx", *draws), rules=[rule]) == points


def row(at: int, **values: Any) -> Draw:
    return lambda sheet: put(sheet.row_dimensions[at], values)


def column(at: str, **values: Any) -> Draw:
    return lambda sheet: put(sheet.column_dimensions[at], values)


def put(dimension: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        setattr(dimension, name, value)


def grouped(sheet: Worksheet) -> None:
    sheet.column_dimensions.group("B", "C", hidden=True)


def apart(sheet: Worksheet) -> None:
    for letter in "BC":
        sheet.column_dimensions[letter].hidden = True


@pytest.mark.parametrize(
    ("kind", "prop", "one", "two", "points"),
    [
        ("row_props", "hidden", row(3, hidden=True), row(3, hidden=True), 1),
        ("row_props", "hidden", row(3, hidden=True), row(4, hidden=True), 0),
        ("row_props", "hidden", row(3, hidden=True), plain, 0),
        ("row_props", "hidden", row(3, hidden=False, height=15), plain, 1),
        ("row_props", "hidden", row(3, height=30), plain, 1),
        ("row_props", "collapsed", row(3, collapsed=True), plain, 0),
        ("row_props", "collapsed", row(3, hidden=True), plain, 1),
        ("row_props", "height", row(3, height=30), row(3, height=30), 1),
        ("row_props", "height", row(3, height=30), row(3, height=31), 0),
        ("row_props", "height", row(3, height=15), plain, 1),
        ("row_props", "height", row(30, height=40), plain, 0),
        ("col_props", "hidden", column("B", hidden=True), column("B", hidden=True), 1),
        ("col_props", "hidden", column("B", hidden=True), column("C", hidden=True), 0),
        ("col_props", "hidden", column("B", hidden=True), plain, 0),
        ("col_props", "hidden", grouped, apart, 1),
        ("col_props", "hidden", grouped, column("B", hidden=True), 0),
        ("col_props", "hidden", column("B", width=30), plain, 1),
        ("col_props", "collapsed", column("B", collapsed=True), plain, 0),
        ("col_props", "width", column("B", width=30), column("B", width=30), 1),
        ("col_props", "width", column("B", width=30), column("B", width=30.5), 0),
        ("col_props", "width", column("B", width=30), plain, 0),
        ("col_props", "width", column("F", width=30), plain, 0),
        ("col_props", "width", column("D", width=8.43, min=4, max=16384), plain, 1),
        ("col_props", "auto_size", column("B", auto_size=True), plain, 0),
        ("col_props", "min", grouped, apart, 0),
        ("col_props", "max", grouped, apart, 0),
        ("col_props", "max", grouped, grouped, 1),
    ],
)
def test_rows_and_columns(tmp_path: Path, kind: str, prop: str, one: Draw, two: Draw, points: float) -> None:
    assert same(tmp_path, kind, one, two, props=[prop]) == points


def filtered(area: str | None = "A1:C10", *columns: FilterColumn, by: SortCondition | None = None) -> Draw:
    def draw(sheet: Worksheet) -> None:
        sheet.auto_filter.ref = area
        sheet.auto_filter.filterColumn = list(columns)
        sheet.auto_filter.sortState = SortState(ref="A2:C10", sortCondition=[by]) if by else None

    return draw


def listed(at: int, *values: str, blank: bool = False) -> Draw:
    def draw(sheet: Worksheet) -> None:
        sheet.auto_filter.ref = "A1:C10"
        sheet.auto_filter.add_filter_column(at, list(values), blank=blank)

    return draw


def conditions(*pairs: tuple[str, str], both: bool = False) -> FilterColumn:
    parts = [CustomFilter(operator=sign, val=value) for sign, value in pairs]  # type: ignore[arg-type]
    return FilterColumn(colId=0, customFilters=CustomFilters(_and=both, customFilter=parts))


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        (filtered(), filtered("$A$1:$C$10"), 1),
        (filtered(), plain, 0),
        (filtered(), filtered("A1:C9"), 0),
        (filtered(), filtered("A1:C10", FilterColumn(colId=1)), 1),
        (listed(1, "a", "b"), listed(1, "b", "a"), 1),
        (listed(1, "a", "b"), listed(1, "a"), 0),
        (listed(1, "a"), listed(2, "a"), 0),
        (listed(1, "a"), listed(1, "a", blank=True), 0),
        (listed(1, "a"), filtered(), 0),
        (
            filtered("A1:C10", conditions(("greaterThan", "5"))),
            filtered("A1:C10", conditions(("lessThan", "5"))),
            0,
        ),
        (
            filtered("A1:C10", conditions(("greaterThan", "5"), ("lessThan", "9"), both=True)),
            filtered("A1:C10", conditions(("lessThan", "9"), ("greaterThan", "5"), both=True)),
            1,
        ),
        (
            filtered("A1:C10", conditions(("greaterThan", "5"), ("lessThan", "9"), both=True)),
            filtered("A1:C10", conditions(("greaterThan", "5"), ("lessThan", "9"))),
            0,
        ),
        (
            filtered("A1:C10", FilterColumn(colId=0, top10=Top10(val=5))),
            filtered("A1:C10", FilterColumn(colId=0, top10=Top10(val=6))),
            0,
        ),
        (filtered(), filtered("A1:C10", FilterColumn(colId=0, hiddenButton=True)), 0),
        (filtered(by=SortCondition(ref="A2:A10")), filtered(by=SortCondition(ref="A2:A10")), 1),
        (
            filtered(by=SortCondition(ref="A2:A10")),
            filtered(by=SortCondition(ref="A2:A10", descending=True)),
            0,
        ),
        (filtered(by=SortCondition(ref="A2:A10")), filtered(), 0),
    ],
)
def test_filter(tmp_path: Path, one: Draw, two: Draw, points: float) -> None:
    assert same(tmp_path, "filter", one, two) == points
