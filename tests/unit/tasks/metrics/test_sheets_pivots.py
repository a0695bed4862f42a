"""compare_table on pivot tables."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.pivot.cache import CacheDefinition, CacheField, CacheSource, SharedItems, WorksheetSource
from openpyxl.pivot.fields import Text
from openpyxl.pivot.record import RecordList
from openpyxl.pivot.table import (
    DataField,
    FieldItem,
    Location,
    PageField,
    PivotField,
    RowColField,
    TableDefinition,
)

from scalecua.tasks.metrics.sheets.compare_table import compare_table
from scalecua.tasks.metrics.sheets.pivots import PROPS

NAMES = ("Id", "Product", "Kind", "Sales", "Note")
ITEMS = ("x", "y", "z")


@dataclass(frozen=True)
class Pivot:
    """A pivot table over five columns, of which those in `names` are selected."""

    rows: tuple[int, ...] = (1,)
    columns: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    page_item: int | None = None
    data: tuple[tuple[int, str, str], ...] = ((3, "sum", "normal"),)
    data_name: str = "Sum - Sales"
    hidden: tuple[str, ...] = ()
    items: tuple[str, ...] = ITEMS
    order: tuple[int, ...] = (0, 1, 2)
    ref: str = "A1:E9"
    sheet: str = "Data"
    table: dict[str, Any] = field(default_factory=dict)
    place: str = "A3:B8"


PLAIN = Pivot()


def made(pivot: Pivot, number: int) -> Any:
    first = "ABCDE".index(pivot.ref[0])
    axes = {**dict.fromkeys(pivot.rows, "axisRow"), **dict.fromkeys(pivot.columns, "axisCol")}
    axes |= dict.fromkeys(pivot.pages, "axisPage")
    fields, caches = [], []
    for at in range(first, "ABCDE".index(pivot.ref.split(":")[1][0]) + 1):
        listed = [FieldItem(x=x, h=pivot.items[x] in pivot.hidden) for x in pivot.order]
        summed = any(at == data[0] for data in pivot.data)
        options: dict[str, Any] = {"axis": axes[at], "items": listed} if at in axes else {}
        fields.append(PivotField(dataField=summed, **options))
        caches.append(
            CacheField(name=NAMES[at], sharedItems=SharedItems(_fields=[Text(v=v) for v in pivot.items]))
        )
    several = [RowColField(x=-2)] if len(pivot.data) > 1 else []
    table = TableDefinition(
        name=f"P{number}",
        cacheId=1,
        dataCaption="Values",
        location=Location(ref=pivot.place, firstHeaderRow=1, firstDataRow=1, firstDataCol=1),
        pivotFields=fields,
        rowFields=[RowColField(x=at - first) for at in pivot.rows],
        colFields=[*(RowColField(x=at - first) for at in pivot.columns), *several],
        pageFields=[PageField(fld=at - first, item=pivot.page_item) for at in pivot.pages],
        dataFields=[
            DataField(fld=at - first, name=pivot.data_name, subtotal=kind, showDataAs=shown)
            for at, kind, shown in pivot.data
        ],
    )
    for name, value in pivot.table.items():
        setattr(table, name, value)
    source = WorksheetSource(ref=pivot.ref, sheet=pivot.sheet)
    cache = CacheDefinition(
        cacheSource=CacheSource(type="worksheet", worksheetSource=source), cacheFields=caches, id="rId1"
    )
    cache.records = RecordList()
    table.cache = cache
    return table


def saved(path: Path, pivots: tuple[Pivot, ...]) -> Path:
    book = Workbook()
    book.worksheets[0].title = "Data"
    sheet: Any = book.create_sheet("Sheet2")
    for number, pivot in enumerate(pivots, 1):
        sheet.add_pivot(made(pivot, number))
    book.save(path)
    return path


def same(tmp_path: Path, one: tuple[Pivot, ...], two: tuple[Pivot, ...], *props: str) -> float:
    paths = saved(tmp_path / "one.xlsx", one), saved(tmp_path / "two.xlsx", two)
    rule = {
        "type": "pivot_table",
        "sheet_idx0": "RNSheet2",
        "sheet_idx1": "ENSheet2",
        "pivot_props": [*props],
    }
    scores = {compare_table(a, b, rules=[rule]) for a, b in (paths, paths[::-1])}
    assert len(scores) == 1
    return scores.pop()


PAGED = replace(PLAIN, pages=(2,))
DIFFERENT = [
    ("name", PLAIN, replace(PLAIN, table={"name": "Other"})),
    ("show_total", PLAIN, replace(PLAIN, table={"rowGrandTotals": False})),
    ("show_total", PLAIN, replace(PLAIN, table={"colGrandTotals": False})),
    ("show_empty_row", PLAIN, replace(PLAIN, table={"showEmptyRow": True})),
    ("show_empty_col", PLAIN, replace(PLAIN, table={"showEmptyCol": True})),
    ("show_headers", PLAIN, replace(PLAIN, table={"showHeaders": False})),
    ("location", PLAIN, replace(PLAIN, place="A4:B9")),
    ("filter", PLAIN, replace(PLAIN, hidden=("x",))),
    ("filter", PAGED, replace(PAGED, page_item=1)),
    ("filter", PAGED, replace(PLAIN, columns=(2,))),
    ("selection", PLAIN, replace(PLAIN, hidden=("x",))),
    ("row_fields", replace(PLAIN, rows=(1, 2)), replace(PLAIN, rows=(2, 1))),
    ("row_fields", replace(PLAIN, rows=(1, 2)), replace(PLAIN, rows=(1,), columns=(2,))),
    ("col_fields", replace(PLAIN, rows=(1, 2)), replace(PLAIN, rows=(1,), columns=(2,))),
    ("data_fields", PLAIN, replace(PLAIN, data=((3, "count", "normal"),))),
    ("data_fields", PLAIN, replace(PLAIN, data=((3, "sum", "percentOfTotal"),))),
    ("data_fields", PLAIN, replace(PLAIN, data=((3, "sum", "normal"), (3, "count", "normal")))),
]


@pytest.mark.parametrize(("prop", "one", "two"), DIFFERENT)
def test_pivot_tables_differ_in_each_property(tmp_path: Path, prop: str, one: Pivot, two: Pivot) -> None:
    assert same(tmp_path, (one,), (one,), prop) == 1
    assert same(tmp_path, (one,), (two,), prop) == 0
    assert same(tmp_path, (one,), (two,)) == 1


def test_every_property_is_tried() -> None:
    assert {prop for prop, *_ in DIFFERENT} == set(PROPS)


def test_the_names_of_data_fields_and_the_order_of_items(tmp_path: Path) -> None:
    named, turned = replace(PLAIN, data_name="Total"), replace(PLAIN, order=(2, 1, 0))
    assert same(tmp_path, (PLAIN,), (named,), "data_fields") == 1
    assert same(tmp_path, (PLAIN,), (named,), "data_fields", "data_fields_name") == 0
    assert same(tmp_path, (PLAIN,), (turned,), "selection") == 1
    assert same(tmp_path, (PLAIN,), (turned,), "selection", "ordered") == 0


@pytest.mark.parametrize(
    ("other", "points"),
    [
        (replace(PLAIN, ref="B1:D9"), 1),
        (replace(PLAIN, ref="B1:E9"), 1),
        (replace(PLAIN, ref="A1:E8"), 0),
        (replace(PLAIN, ref="A2:E9"), 0),
        (replace(PLAIN, sheet="Sheet2"), 0),
        (replace(PLAIN, rows=(2,)), 0),
        (replace(PLAIN, items=("z", "y", "x"), order=(2, 1, 0)), 1),
        (replace(PLAIN, items=("x", "y", "w")), 0),
    ],
)
def test_the_source_is_told_by_the_cells_in_use(tmp_path: Path, other: Pivot, points: float) -> None:
    props = ("row_fields", "col_fields", "data_fields", "selection")
    assert same(tmp_path, (PLAIN,), (other,), *props) == points


def test_several_pivot_tables_of_the_same_source(tmp_path: Path) -> None:
    other, third = replace(PLAIN, hidden=("x",)), replace(PLAIN, hidden=("y",))
    assert same(tmp_path, (PLAIN, other), (other, PLAIN), "filter") == 1
    assert same(tmp_path, (PLAIN, other), (third, PLAIN), "filter") == 0
    assert same(tmp_path, (PLAIN, other), (PLAIN, third), "filter") == 0
    assert same(tmp_path, (PLAIN,), (PLAIN, PLAIN)) == 0
    assert same(tmp_path, (PLAIN,), ()) == 0
