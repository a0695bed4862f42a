"""`compare_table`: a workbook against rules, most of which compare a sheet of it with an expected one."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.sheets.charts import chart
from scalecua.tasks.metrics.sheets.check_cell import check_cell
from scalecua.tasks.metrics.sheets.contents import sheet_data, sheet_name
from scalecua.tasks.metrics.sheets.dimensions import col_props, row_props
from scalecua.tasks.metrics.sheets.filters import autofilter
from scalecua.tasks.metrics.sheets.fuzzy import sheet_fuzzy
from scalecua.tasks.metrics.sheets.pivots import pivot_table
from scalecua.tasks.metrics.sheets.printed import sheet_print
from scalecua.tasks.metrics.sheets.rules import Check, Rule
from scalecua.tasks.metrics.sheets.sparklines import sparkline
from scalecua.tasks.metrics.sheets.styles import style
from scalecua.tasks.metrics.sheets.validation import data_validation
from scalecua.tasks.metrics.sheets.view import freeze, zoom
from scalecua.tasks.metrics.sheets.workbook import load
from scalecua.tasks.metrics.unreadable import Unreadable

RULES: Mapping[str, Callable[[Rule], Check]] = {
    "sheet_name": sheet_name,
    "sheet_data": sheet_data,
    "sheet_print": sheet_print,
    "sheet_fuzzy": sheet_fuzzy,
    "sparkline": sparkline,
    "chart": chart,
    "style": style,
    "freeze": freeze,
    "zoom": zoom,
    "data_validation": data_validation,
    "row_props": row_props,
    "col_props": col_props,
    "filter": autofilter,
    "pivot_table": pivot_table,
    "check_cell": check_cell,
}


def compare_table(result: Any, expected: Path | None = None, *, rules: list[dict[str, Any]]) -> float:
    """1 where every rule holds of the workbook `result`; each rule's function says what it compares.

    A rule is `{"type": one of RULES, ...}`. `sheet_idx0` and `sheet_idx1` name the sheets that it compares,
    `sheet_idx` the one that it looks at: 0 and "RI0" the result's first sheet, "RNa" its sheet named a, "EI0"
    and "ENa" the same of `expected`. Values of formulas are those saved in the file.
    """
    checks = [_check(rule) for rule in rules]
    if not checks:
        raise ValueError("rules are empty; give one at least")
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    books = load(result, expected)
    return float(all(check(books) for check in checks))


def _check(rule: Rule) -> Check:
    kind = str(rule.get("type"))
    if kind not in RULES:
        raise ValueError(f"type of a rule is {kind!r}; choices: {', '.join(RULES)}")
    return RULES[kind](rule)
