"""The rule `filter`: the automatic filter of a sheet."""

from typing import Any

from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, alike, closed
from scalecua.tasks.metrics.sheets.workbook import Sheet


def autofilter(rule: Rule) -> Check:
    """Both sheets filter the same range, with the same conditions for each column, and sort it alike."""
    closed(rule, PAIR)
    return alike(rule, _filter)


def _filter(sheet: Sheet) -> dict[str, Any]:
    found = sheet.cells.auto_filter
    columns = {column.colId: _column(column) for column in found.filterColumn}
    return {
        "ref": (found.ref or "").replace("$", ""),
        "columns": {at: column for at, column in columns.items() if column != UNFILTERED},
        "sort": found.sortState and _sort(found.sortState),
    }


def _column(column: Any) -> dict[str, Any]:
    found = dict(UNFILTERED, button=bool(column.showButton) and not column.hiddenButton)
    if column.filters is not None:
        dates = frozenset(tuple(item) for item in column.filters.dateGroupItem)
        found["values"] = (bool(column.filters.blank), frozenset(column.filters.filter), dates)
    if column.customFilters is not None:
        parts = frozenset((part.operator or "equal", part.val) for part in column.customFilters.customFilter)
        # One condition alone is the same by "and" and by "or".
        found["conditions"] = (len(parts) > 1 and bool(column.customFilters._and), parts)
    if column.top10 is not None:
        found["top"] = (bool(column.top10.top), bool(column.top10.percent), column.top10.val)
    if column.dynamicFilter is not None:
        found["dynamic"] = column.dynamicFilter.type
    if column.colorFilter is not None:
        found["color"] = bool(column.colorFilter.cellColor)
    if column.iconFilter is not None:
        found["icon"] = (column.iconFilter.iconSet, column.iconFilter.iconId)
    return found


UNFILTERED = {
    "button": True,
    **dict.fromkeys(("values", "conditions", "top", "dynamic", "color", "icon")),
}


def _sort(state: Any) -> dict[str, Any]:
    return {
        "columns": bool(state.columnSort),
        "case": bool(state.caseSensitive),
        "method": state.sortMethod,
        "ref": (state.ref or "").replace("$", ""),
        "by": [
            ((part.ref or "").replace("$", ""), bool(part.descending), part.sortBy, part.customList)
            for part in state.sortCondition
        ],
    }
