"""Spreadsheets and tables."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_csv": ("check_csv",),
    "compare_csv": ("compare_csv",),
    "compare_result_files": ("compare_result_files",),
    "compare_table": ("compare_table",),
    "conference_city": ("compare_conference_city_in_order",),
    "run_sqlite3": ("run_sqlite3",),
}
