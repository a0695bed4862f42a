"""What a web browser shows and keeps."""

from collections.abc import Mapping

# Module: the metrics in it.
MODULES: Mapping[str, tuple[str, ...]] = {
    "bookmarks": ("is_expected_bookmarks",),
    "cart": ("is_added_to_steam_cart",),
    "check_direct_json_object": ("check_direct_json_object",),
    "patterns": ("is_expected_search_query", "is_expected_url_pattern_match"),
    "settings": ("check_enabled_experiments", "check_font_size", "is_expected_installed_extensions"),
    "shortcut": ("is_shortcut_on_desktop",),
    "tabs": ("is_expected_active_tab", "is_expected_active_tab_approximate", "is_expected_tabs"),
    "traces": ("check_history_deleted", "is_cookie_deleted"),
}
