"""compare_table on charts and sparklines."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, LineChart, LineChart3D, Reference, ScatterChart, Series
from openpyxl.drawing.spreadsheet_drawing import AbsoluteAnchor, AnchorMarker, TwoCellAnchor
from openpyxl.drawing.xdr import XDRPoint2D, XDRPositiveSize2D
from openpyxl.worksheet.worksheet import Worksheet

from scalecua.tasks.metrics.sheets.charts import PROPS
from scalecua.tasks.metrics.sheets.compare_table import compare_table
from scalecua.tasks.metrics.unreadable import Unreadable

Draw = Callable[[Worksheet], Any]


def saved(path: Path, *draws: Draw) -> Path:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Sheet1"
    for row in (["Month", "Sales", "Cost"], ["Jan", 1, 2], ["Feb", 3, 4], ["Mar", 5, 6]):
        sheet.append(row)
    for draw in draws:
        draw(sheet)
    book.save(path)
    return path


def same(tmp_path: Path, one: list[Draw], two: list[Draw], *props: str) -> float:
    paths = saved(tmp_path / "one.xlsx", *one), saved(tmp_path / "two.xlsx", *two)
    rule: dict[str, Any] = {"type": "chart", "sheet_idx0": 0, "sheet_idx1": "ENSheet1"}
    rule |= {"chart_props": list(props)} if props else {}
    scores = {compare_table(a, b, rules=[rule]) for a, b in (paths, paths[::-1])}
    assert len(scores) == 1
    return scores.pop()


def chart(
    kind: Any = BarChart, at: Any = "F2", columns: tuple[int, ...] = (2, 3), rows: int = 4, **options: Any
) -> Draw:
    def draw(sheet: Worksheet) -> None:
        made = kind()
        for column in columns:
            made.add_data(Reference(sheet, min_col=column, min_row=1, max_row=rows), titles_from_data=True)
        made.set_categories(Reference(sheet, min_col=1, min_row=2, max_row=rows))
        for name, value in options.items():
            owner, _, attribute = name.rpartition("__")
            setattr(getattr(made, owner) if owner else made, attribute, value)
        if isinstance(at, str):
            sheet.add_chart(made, at)
        else:
            made.anchor = at
            sheet.add_chart(made)

    return draw


def two_cells(column: int, row: int, kind: str = "oneCell", offset: int = 0) -> TwoCellAnchor:
    start, end = AnchorMarker(col=5, row=1), AnchorMarker(col=column, row=row, colOff=offset)
    return TwoCellAnchor(editAs=kind, _from=start, to=end)  # type: ignore[arg-type]


def absolute(x: int) -> AbsoluteAnchor:
    return AbsoluteAnchor(pos=XDRPoint2D(x, 0), ext=XDRPositiveSize2D(3_600_000, 3_600_000))


@pytest.mark.parametrize(
    ("one", "two", "points"),
    [
        ([chart()], [chart()], 1),
        ([chart()], [], 0),
        ([], [], 1),
        ([chart()], [chart(columns=(2,))], 0),
        ([chart()], [chart(columns=(3, 2))], 0),
        ([chart()], [chart(rows=3)], 0),
        ([chart()], [chart(), chart()], 0),
        ([chart(), chart(columns=(2,))], [chart(columns=(2,)), chart()], 1),
        ([chart()], [chart(LineChart, "A9", title="Other")], 1),
    ],
)
def test_charts_are_the_same_of_the_same_data(
    tmp_path: Path, one: list[Draw], two: list[Draw], points: float
) -> None:
    assert same(tmp_path, one, two) == points


DIFFERENT = [
    ("title", chart(title="Sales & COGS"), chart(title="Sales & Cogs")),
    ("title", chart(title="Sales"), chart()),
    ("legend", chart(), chart(legend=None)),
    ("legend", chart(), chart(legend__position="b")),
    ("anchor", chart(), chart(at="F3")),
    ("anchor", chart(at=two_cells(9, 9)), chart(at=two_cells(9, 10))),
    ("anchor", chart(at=two_cells(9, 9)), chart(at=two_cells(10, 9))),
    ("anchor", chart(at=two_cells(9, 9)), chart(at=two_cells(9, 9, "twoCell"))),
    ("anchor", chart(at=absolute(0)), chart(at=absolute(360_000))),
    ("width", chart(width=15), chart(width=15.2)),
    ("width", chart(at=two_cells(9, 9)), chart(at=two_cells(9, 9, offset=180_000))),
    ("height", chart(height=7), chart(height=7.2)),
    ("height", chart(at=two_cells(9, 9)), chart(at=two_cells(9, 10))),
    ("type", chart(), chart(LineChart)),
    ("direction", chart(barDir="bar"), chart(barDir="col")),
    ("xtitle", chart(x_axis__title="Month"), chart(x_axis__title="Year")),
    ("ztitle", chart(LineChart3D, z_axis__title="Depth"), chart(LineChart3D)),
    ("ytitle", chart(y_axis__title="Month"), chart()),
]


@pytest.mark.parametrize(("prop", "one", "two"), DIFFERENT)
def test_charts_differ_in_each_property(tmp_path: Path, prop: str, one: Draw, two: Draw) -> None:
    assert same(tmp_path, [one], [one], prop) == 1
    assert same(tmp_path, [one], [two], prop) == 0
    assert same(tmp_path, [one], [two]) == 1


def test_every_property_is_tried() -> None:
    assert {prop for prop, *_ in DIFFERENT} == set(PROPS)


def test_two_charts_of_the_same_data_are_two(tmp_path: Path) -> None:
    one, two, other = chart(title="a"), chart(title="b"), chart(title="c")
    assert same(tmp_path, [one, two], [two, one], "title") == 1
    assert same(tmp_path, [one, two], [other, two], "title") == 0
    assert same(tmp_path, [one, two], [two], "title") == 0


def combined(sheet: Worksheet) -> None:
    bars, line = BarChart(), LineChart()
    bars.add_data(Reference(sheet, min_col=2, min_row=2, max_row=4))
    line.add_data(Reference(sheet, min_col=3, min_row=2, max_row=4))
    bars += line
    sheet.add_chart(bars, "F2")


def bars_only(sheet: Worksheet) -> None:
    bars = BarChart()
    for column in (2, 3):
        bars.add_data(Reference(sheet, min_col=column, min_row=2, max_row=4))
    sheet.add_chart(bars, "F2")


def scattered(column: int) -> Draw:
    def draw(sheet: Worksheet) -> None:
        made = ScatterChart()
        across, up = (Reference(sheet, min_col=at, min_row=2, max_row=4) for at in (2, column))
        made.series.append(Series(up, across))
        sheet.add_chart(made, "F2")

    return draw


def test_combined_and_scatter_charts(tmp_path: Path) -> None:
    assert same(tmp_path, [combined], [combined], "type") == 1
    assert same(tmp_path, [combined], [bars_only], "type") == 0
    assert same(tmp_path, [combined], [bars_only]) == 1
    assert same(tmp_path, [scattered(3)], [scattered(3)], "type") == 1
    assert same(tmp_path, [scattered(3)], [scattered(2)], "type") == 0


def sparked(path: Path, *pairs: tuple[str, str]) -> Path:
    """A workbook whose second sheet, the first in its file, holds sparklines."""
    saved(path)
    items = "".join(
        f"<x14:sparkline><xm:f>{data}</xm:f><xm:sqref>{cell}</xm:sqref></x14:sparkline>"
        for cell, data in pairs
    )
    extension = (
        '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
        'uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"><x14:sparklineGroups '
        'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup><x14:sparklines>'
        f"{items}</x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst></worksheet>"
    )
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].replace(b"</worksheet>", extension.encode())
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("found", "points"),
    [
        ([("F2", "Sheet1!B2:D2"), ("F3", "Sheet1!B3:D3")], 1),
        ([("F3", "'Sheet1'!$B$3:$D$3"), ("F2", "Sheet1!B2:D2")], 1),
        ([("F2", "Sheet1!B2:D2"), ("F3", "Sheet1!B3:E3")], 0),
        ([("F2", "Sheet1!B2:D2"), ("F4", "Sheet1!B3:D3")], 0),
        ([("F2", "Sheet1!B2:D2")], 0),
        ([], 0),
    ],
)
def test_sparkline(tmp_path: Path, found: list[tuple[str, str]], points: float) -> None:
    wanted = sparked(tmp_path / "b.xlsx", ("F2", "Sheet1!B2:D2"), ("F3", "Sheet1!B3:D3"))
    rule = {"type": "sparkline", "sheet_idx0": 0, "sheet_idx1": "EI0"}
    result = sparked(tmp_path / "a.xlsx", *found)
    assert compare_table(result, wanted, rules=[rule]) == points
    assert compare_table(wanted, result, rules=[rule]) == points


def test_a_chart_that_cannot_be_read(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.xlsx", chart())
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/charts/chart1.xml"] = b"<chart"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    rule = {"type": "chart", "sheet_idx0": 0, "sheet_idx1": "EI0"}
    with pytest.raises(Unreadable):
        compare_table(path, saved(tmp_path / "b.xlsx", chart()), rules=[rule])
