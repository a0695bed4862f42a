"""`is_expected_bookmarks`: what lies on the bookmarks bar, or in a folder of it."""

from collections import Counter
from typing import Any

from scalecua.tasks.metrics.browser.address import Address, address, visited
from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import strings
from scalecua.tasks.metrics.unreadable import agents

KEYS = {
    "bookmark_bar_folders_names": ("names",),
    "bookmark_bar_websites_urls": ("urls",),
    "liked_authors_websites_urls": ("names", "urls"),
}


def is_expected_bookmarks(result: Any, rules: dict[str, Any]) -> float:
    """1 where the bookmarks (`roots` of Chrome's file) are as `rules["type"]` says; order is no matter.

    `bookmark_bar_folders_names`: the folders on the bar are exactly `names`. `bookmark_bar_websites_urls`:
    the pages on the bar itself are exactly `urls`. `liked_authors_websites_urls`: a folder on the bar that is
    called as the one of `names` holds exactly one page for each of `urls`, which may be lists of choices.
    """
    wanted = kind(rules, KEYS)
    with agents("Chrome's bookmarks"):
        bar = list(result["bookmark_bar"]["children"])
        folders = [child for child in bar if child["type"] == "folder"]
        names = Counter(folder["name"] for folder in folders)
    if wanted == "bookmark_bar_folders_names":
        return float(names == Counter(strings(rules, "names")))
    if wanted == "bookmark_bar_websites_urls":
        return float(Counter(_pages(bar)) == Counter(address(url) for url in strings(rules, "urls")))
    (name,) = strings(rules, "names")
    choices = [_choices(urls) for urls in rules["urls"]]
    with agents("Chrome's bookmarks"):
        held = [list(folder["children"]) for folder in folders if folder["name"] == name]
    return float(any(_each_one(_pages(children), choices) for children in held))


def _pages(children: list[Any]) -> list[Address]:
    with agents("Chrome's bookmarks"):
        return [visited(child) for child in children if child["type"] == "url"]


def _choices(urls: str | list[str]) -> set[Address]:
    return {address(url) for url in ([urls] if isinstance(urls, str) else urls)}


def _each_one(pages: list[Address], choices: list[set[Address]]) -> bool:
    """Whether the pages can be dealt out so that every set of choices gets exactly one of its own."""
    if len(pages) != len(choices):
        return False
    if not pages:
        return True
    first, rest = pages[0], pages[1:]
    return any(
        first in choices[at] and _each_one(rest, choices[:at] + choices[at + 1 :])
        for at in range(len(choices))
    )
