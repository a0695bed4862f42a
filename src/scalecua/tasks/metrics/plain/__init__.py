"""Texts, JSON, INI files and lists."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_include_exclude": ("check_include_exclude",),
    "check_ini": ("check_ini",),
    "check_json": (
        "check_json",
        "check_json_settings",
    ),
    "compare_lines": ("compare_lines",),
    "compare_text_file": ("compare_text_file",),
    "exact_match": ("exact_match",),
    "file_contains": ("file_contains",),
    "membership": (
        "is_in_list",
        "match_in_list",
    ),
}
