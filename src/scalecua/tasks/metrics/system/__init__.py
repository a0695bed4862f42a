"""The desktop's settings, editors, mail programs and scripts."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "check_accessibility_tree": ("check_accessibility_tree",),
    "check_line_number": ("check_line_number",),
    "check_list": ("check_list",),
    "check_python_file_by_test_suite": ("check_python_file_by_test_suite",),
    "compare_config": (
        "check_json_keybindings",
        "compare_config",
    ),
    "compare_python_pure_text": ("compare_python_pure_text",),
    "desktop_settings": (
        "check_gnome_favorite_apps",
        "check_moved_jpgs",
        "is_in_vm_clickboard",
        "is_utc_0",
    ),
    "fuzzy_place_math": ("fuzzy_place_math",),
    "is_extension_installed": ("is_extension_installed",),
    "likeness": (
        "diff_text_file",
        "fuzzy_match",
    ),
    "literal_match": ("literal_match",),
    "thunderbird_filters": ("check_thunderbird_filter",),
    "thunderbird_folders": ("check_thunderbird_folder",),
    "thunderbird_prefs": ("check_thunderbird_prefs",),
}
