"""The rule `pivot_table`: the pivot tables on a sheet."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from openpyxl.utils import range_boundaries

from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, chosen, closed

# The place of the names of several data fields among the fields of an axis.
DATA = -2


def pivot_table(rule: Rule) -> Check:
    """Both sheets have the same pivot tables, in whatever order: made from the same cells, and each of
    `pivot_props` the same.

    `name`; `show_total`: the totals of rows and columns; `show_empty_row`, `show_empty_col`, `show_headers`;
    `location`: the cells that it fills; `row_fields`, `col_fields`: the columns of the source on each axis,
    in order; `data_fields`: column, way of summing and way of showing each, in order, and its name with
    `data_fields_name`; `filter`: the columns that are filtered by, and the items hidden; `selection`: every
    item and whether it is hidden, with `ordered` in order.
    """
    closed(rule, PAIR, ("pivot_props",))
    props = frozenset(chosen(rule, "pivot_props", (*PROPS, *EXTRAS)))
    return alike(rule, lambda sheet: Counter(_described(found, props) for found in sheet.cells._pivots))


def _described(found: Any, props: frozenset[str]) -> Hashable:
    pivot = _pivot(found)
    asked = tuple((name, PROPS[name](pivot, props)) for name in PROPS if name in props)
    return pivot.source, asked


@dataclass(frozen=True, slots=True)
class _Pivot:
    """openpyxl's pivot table, the cells that it is made from, and the first column of them."""

    table: Any
    source: Hashable
    first: int

    def column(self, field: int) -> int:
        """The column of the source's sheet that a field is."""
        return field if field == DATA else self.first + field

    def items(self, field: int) -> list[tuple[bool, Any]]:
        """Whether each item of a field on an axis is hidden, and what it is."""
        shared = self.table.cache.cacheFields[field].sharedItems._fields
        kept = [page.item for page in self.table.pageFields if page.fld == field and page.item is not None]
        listed = [item for item in self.table.pivotFields[field].items if item.x is not None]
        return [
            (bool(item.h) or (bool(kept) and at not in kept), _value(shared, item.x))
            for at, item in enumerate(listed)
        ]


def _pivot(table: Any) -> _Pivot:
    """The source is told by its rows and by the columns in use; others may be selected or not."""
    origin, place = table.cache.cacheSource, table.cache.cacheSource.worksheetSource
    used = [at for at, field in enumerate(table.pivotFields) if field.axis or field.dataField]
    ends = (min(used, default=0), max(used, default=0))
    if place is None or not place.ref:
        return _Pivot(table, (origin.type, place and place.name, *ends), 0)
    left, top, _, bottom = range_boundaries(place.ref.replace("$", ""))
    first = left or 1
    return _Pivot(table, (origin.type, place.sheet, top, bottom, *(first + end for end in ends)), first)


def _value(shared: Any, at: int) -> Any:
    return getattr(shared[at], "v", None) if at < len(shared) else at


def _axis(pivot: _Pivot, fields: Any) -> tuple[int, ...]:
    """The columns on an axis; the names of data fields are there only if there are several."""
    several = len(pivot.table.dataFields) > 1
    return tuple(pivot.column(field.x) for field in fields if several or field.x != DATA)


def _data(pivot: _Pivot, props: frozenset[str]) -> Hashable:
    named = "data_fields_name" in props
    return tuple(
        (
            pivot.column(field.fld),
            field.name if named else None,
            field.subtotal or "sum",
            field.showDataAs or "normal",
        )
        for field in pivot.table.dataFields
    )


def _on_axes(pivot: _Pivot) -> list[int]:
    return [at for at, field in enumerate(pivot.table.pivotFields) if field.axis]


def _filter(pivot: _Pivot, _props: frozenset[str]) -> Hashable:
    pages = frozenset(pivot.column(page.fld) for page in pivot.table.pageFields)
    hidden = {
        (pivot.column(at), frozenset(value for gone, value in pivot.items(at) if gone))
        for at in _on_axes(pivot)
    }
    return pages, frozenset((column, values) for column, values in hidden if values)


def _selection(pivot: _Pivot, props: frozenset[str]) -> Hashable:
    kind: Callable[[Any], Hashable] = tuple if "ordered" in props else frozenset
    return tuple((pivot.column(at), kind(pivot.items(at))) for at in _on_axes(pivot))


PROPS: Mapping[str, Callable[[_Pivot, frozenset[str]], Hashable]] = {
    "name": lambda pivot, _: pivot.table.name,
    "show_total": lambda pivot, _: (bool(pivot.table.rowGrandTotals), bool(pivot.table.colGrandTotals)),
    "show_empty_row": lambda pivot, _: bool(pivot.table.showEmptyRow),
    "show_empty_col": lambda pivot, _: bool(pivot.table.showEmptyCol),
    "show_headers": lambda pivot, _: bool(pivot.table.showHeaders),
    "location": lambda pivot, _: pivot.table.location.ref,
    "filter": _filter,
    "selection": _selection,
    "row_fields": lambda pivot, _: _axis(pivot, pivot.table.rowFields),
    "col_fields": lambda pivot, _: _axis(pivot, pivot.table.colFields),
    "data_fields": _data,
}
# They say how `selection` and `data_fields` are compared.
EXTRAS = ("ordered", "data_fields_name")
