"""Bookmarks, cookies, history, settings, extensions, launchers and a cart."""

from typing import Any

import pytest

from scalecua.tasks.metrics.browser import MODULES
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable


def page(url: str) -> dict[str, str]:
    return {"type": "url", "name": url, "url": url}


def folder(name: str, *children: Any) -> dict[str, Any]:
    return {"type": "folder", "name": name, "children": list(children)}


def bar(*children: Any) -> dict[str, Any]:
    return {
        "bookmark_bar": folder("Bookmarks bar", *children),
        "other": folder("Other", page("https://x.com")),
    }


FOLDERS = {"type": "bookmark_bar_folders_names", "names": ["Favorites", "Work"]}
PAGES = {"type": "bookmark_bar_websites_urls", "urls": ["https://a.com/1", "https://b.com/"]}
LIKED = {
    "type": "liked_authors_websites_urls",
    "names": ["Liked"],
    "urls": [["https://a.com/", "https://b.com/"], "https://c.com/", ["https://b.com/", "https://d.com/"]],
}
A, B, C, D = (page(f"https://{name}.com/") for name in "abcd")
BOOKMARKS: list[tuple[Any, Any, int]] = [
    (bar(folder("Work"), folder("Favorites", A), A), FOLDERS, 1),
    (bar(folder("Favorites")), FOLDERS, 0),
    (bar(folder("Work"), folder("Favorites"), folder("More")), FOLDERS, 0),
    (bar(folder("Work"), folder("Favorites"), folder("Favorites")), FOLDERS, 0),
    (bar(folder("Work"), folder("favorites")), FOLDERS, 0),
    (bar(folder("Work", folder("Favorites"))), FOLDERS, 0),
    (bar(page("https://b.com"), page("https://a.com/1"), folder("F", C)), PAGES, 1),
    (bar(page("https://a.com/1")), PAGES, 0),
    (bar(page("https://a.com/1"), B, C), PAGES, 0),
    (bar(page("https://a.com/2"), B), PAGES, 0),
    (bar(page("https://a.com/1"), folder("F", B)), PAGES, 0),
    (bar(folder("Liked", C, A, B)), LIKED, 1),
    (bar(folder("Liked", B, D, C)), LIKED, 1),
    (bar(folder("Liked", A, B, D)), LIKED, 0),
    (bar(folder("Liked", A, C)), LIKED, 0),
    (bar(folder("Liked", A, C, B, D)), LIKED, 0),
    (bar(folder("liked", A, C, B)), LIKED, 0),
    (bar(A, C, B), LIKED, 0),
    (bar(folder("Other", folder("Liked", A, C, B))), LIKED, 0),
]
COOKIES = {"type": "domains", "domains": [".amazon.com"]}
KEYWORDS = {"type": "keywords", "keywords": ["youtube", "vimeo"]}
LAUNCHER = "#!/usr/bin/env xdg-open\n[Desktop Entry]\nName=Play Puzzle Game 2048\nExec=chrome --app-id=1\n"
NAMED = {"type": "name", "name": "Play Puzzle Game 2048"}
RANGE = {"type": "range", "min": 16, "max": 30}
NAMES = {"type": "names", "names": ["one", "two"]}
WANTED = {"expected": ["Momentum", "Zoom for Google Chrome"]}
ITEMS = {"items": ["Tom & Jerry", "The Soundtrack"]}
CASES: list[tuple[str, Any, Any, int]] = [
    *(("is_expected_bookmarks", *case) for case in BOOKMARKS),
    (
        "is_cookie_deleted",
        [[1, ".example.com"], [2, "notamazon.com"], [3, "amazon.com.evil.org"]],
        COOKIES,
        1,
    ),
    ("is_cookie_deleted", [], COOKIES, 1),
    ("is_cookie_deleted", [[1, ".example.com"], [2, ".amazon.com", "v"]], COOKIES, 0),
    ("is_cookie_deleted", [(1, "www.Amazon.com")], COOKIES, 0),
    ("is_cookie_deleted", [[1, "fls-na.amazon.com"]], {"type": "domains", "domains": ["amazon.com"]}, 0),
    ("check_history_deleted", [["https://www.bbc.co.uk/", "youtube", 1]], KEYWORDS, 1),
    ("check_history_deleted", [], KEYWORDS, 1),
    ("check_history_deleted", [["https://www.bbc.co.uk/"], ["https://m.YouTube.com/"]], KEYWORDS, 0),
    ("check_history_deleted", [["https://vimeo.com/"]], KEYWORDS, 0),
    ("is_shortcut_on_desktop", {"a.desktop": "broken", "b.desktop": LAUNCHER}, NAMED, 1),
    ("is_shortcut_on_desktop", {"b.desktop": LAUNCHER}, {"type": "name", "name": "Play Puzzle Game"}, 0),
    ("is_shortcut_on_desktop", {"b.desktop": LAUNCHER.replace(" 2048", "")}, NAMED, 0),
    ("is_shortcut_on_desktop", {"b.desktop": "[Other]\nName=Play Puzzle Game 2048\n"}, NAMED, 0),
    ("is_shortcut_on_desktop", {}, NAMED, 0),
    ("is_shortcut_on_desktop", {"b": LAUNCHER}, {"type": "exec", "exec": "chrome --app-id=1"}, 1),
    ("is_shortcut_on_desktop", {"b": LAUNCHER}, {"type": "exec", "exec": "chrome"}, 0),
    ("check_font_size", {"default_font_size": 24}, RANGE, 1),
    ("check_font_size", {"default_font_size": 16}, RANGE, 0),
    ("check_font_size", {"default_font_size": 30}, RANGE, 0),
    ("check_font_size", {"default_font_size": 17}, RANGE, 1),
    ("check_font_size", {"default_font_size": 20}, {"type": "value", "value": 20}, 1),
    ("check_font_size", {"default_font_size": 21}, {"type": "value", "value": 20}, 0),
    ("check_enabled_experiments", ["two@1", "one"], NAMES, 1),
    ("check_enabled_experiments", ["one@1"], NAMES, 0),
    ("check_enabled_experiments", ["one@1", "two@1", "three@1"], NAMES, 0),
    ("is_expected_installed_extensions", ["PDF", "Momentum", "Zoom Chrome Extension"], WANTED, 1),
    ("is_expected_installed_extensions", ["Momentum"], WANTED, 0),
    ("is_expected_installed_extensions", ["momentum", "Zoom for Google Chrome"], WANTED, 0),
    ("is_added_to_steam_cart", {"content": "<b>Tom &amp; Jerry</b> The\n  Soundtrack"}, ITEMS, 1),
    ("is_added_to_steam_cart", {"content": "<b>Tom &amp; Jerry</b>"}, ITEMS, 0),
    ("is_added_to_steam_cart", {"content": "Tom & Jerry, the soundtrack"}, ITEMS, 0),
]


@pytest.mark.parametrize(("name", "result", "rules", "score"), CASES)
def test_scores(name: str, result: Any, rules: Any, score: int) -> None:
    assert metric(name)(result, rules) == score


def test_every_metric_here_has_a_pass_and_a_fail() -> None:
    modules = ("bookmarks", "traces", "settings", "shortcut", "cart")
    named = {name for module in modules for name in MODULES[module]}
    assert {(name, score) for name, *_, score in CASES} == {(name, s) for name in named for s in (0, 1)}


@pytest.mark.parametrize(
    ("name", "result", "rules"),
    [
        ("is_expected_bookmarks", [], FOLDERS),
        ("is_expected_bookmarks", {"bookmark_bar": {"children": 3}}, FOLDERS),
        ("is_expected_bookmarks", bar({"type": "url"}), PAGES),
        ("is_expected_bookmarks", bar({"type": "folder", "name": ["x"]}), FOLDERS),
        ("is_cookie_deleted", {"a": 1}, COOKIES),
        ("is_cookie_deleted", [[1]], COOKIES),
        ("is_cookie_deleted", [[1, None]], COOKIES),
        ("check_history_deleted", "https://www.youtube.com/", KEYWORDS),
        ("is_shortcut_on_desktop", [LAUNCHER], NAMED),
        ("check_font_size", {"default_fixed_font_size": 24}, RANGE),
        ("check_font_size", {"default_font_size": "24"}, RANGE),
        ("check_font_size", {"default_font_size": True}, RANGE),
        ("check_enabled_experiments", {"one": 1}, NAMES),
        ("is_expected_installed_extensions", "Momentum", WANTED),
        ("is_added_to_steam_cart", {"title": "Cart"}, ITEMS),
    ],
)
def test_what_an_agent_left_broken_is_unreadable(name: str, result: Any, rules: Any) -> None:
    with pytest.raises(Unreadable):
        metric(name)(result, rules)


@pytest.mark.parametrize(
    ("name", "result", "rules", "said"),
    [
        (
            "is_expected_bookmarks",
            bar(),
            {"type": "bar"},
            "type is 'bar'; choices: bookmark_bar_folders_names",
        ),
        ("is_expected_bookmarks", bar(), {**FOLDERS, "urls": []}, "unknown urls"),
        ("is_expected_bookmarks", bar(), {**LIKED, "names": ["a", "b"]}, "too many values"),
        ("is_cookie_deleted", [], {"type": "domains"}, "no domains"),
        ("check_history_deleted", [], {"type": "keywords", "keywords": "youtube"}, "not a list"),
        ("is_shortcut_on_desktop", {}, {"type": "url", "url": "x"}, "type is 'url'; choices: name, exec"),
        ("is_shortcut_on_desktop", {}, {"type": "name", "name": 3}, "not text"),
        ("check_font_size", {"default_font_size": 20}, {"type": "range", "min": 1}, "no max"),
        ("check_enabled_experiments", [], {"type": "names", "names": ["a"], "x": 1}, "unknown x"),
        ("is_expected_installed_extensions", [], {"expect": []}, "unknown"),
        ("is_added_to_steam_cart", {"content": ""}, {}, "no items"),
    ],
)
def test_faults_of_the_task_raise(name: str, result: Any, rules: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        metric(name)(result, rules)
