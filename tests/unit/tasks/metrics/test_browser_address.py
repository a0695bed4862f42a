"""Addresses and what is matched by them: tabs, patterns, queries."""

from typing import Any

import pytest

from scalecua.tasks.metrics.browser.address import address
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

NPC = "https://www.drugs.com/npc/"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (NPC, "https://drugs.com/npc", True),
        (NPC, "HTTPS://WWW.Drugs.com:443/npc/", True),
        (NPC, "drugs.com/npc/", True),
        (NPC, "https://www.drugs.com/npc/#", True),
        (NPC, "https://www.drugs.com/NPC/", False),
        (NPC, "https://www.drugs.com/npp/", False),
        (NPC, "https://www.drugs.com/npc/x", False),
        (NPC, "https://www.drugs.com/npc/?a=1", False),
        (NPC, "https://www.drugs.com/npc/#a", False),
        (NPC, "http://www.drugs.com/npc/", False),
        (NPC, "https://www.drugs.org/npc/", False),
        (NPC, "https://m.drugs.com/npc/", False),
        (NPC, "https://www.drugs.com@evil.org/npc/", False),
        (NPC, "https://www.drugs.com:8443/npc/", False),
        ("https://www.airbnb.com", "https://www.airbnb.com.sg/", True),
        ("https://www.airbnb.com", "https://www.airbnb.co.uk/", True),
        ("https://www.airbnb.com", "https://airbnb.de/", True),
        ("https://lilianweng.github.io/", "https://lilianweng.github.com/", False),
        ("https://huggingface.co/", "https://huggingface.com/", False),
        ("https://a.com/x%20y?q=a+b", "https://a.com/x y?q=a%20b", True),
        ("https://a.com/x%2Fy", "https://a.com/x/y", False),
        ("https://a.com/?a=1&b=2", "https://a.com/?a=1&b=3", False),
        ("https://a.com/?a=", "https://a.com/", False),
        ("chrome://settings/appearance/", "chrome://settings/appearance", True),
        ("chrome://settings/appearance", "chrome://settings/privacy", False),
        ("file:///home/user/a.html", "file:///home/user/A.html", False),
        ("about:blank", "about:blank", True),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8001/", False),
    ],
)
def test_addresses_of_the_same_page(one: str, other: str, same: bool) -> None:
    assert (address(one) == address(other)) is same


def test_the_query_may_be_left_out() -> None:
    assert address("https://a.com/x?a=1", query=False) == address("https://a.com/x?b", query=False)


TABS = ["https://github.com", "https://docs.python.org/3/"]
OPEN = [{"title": "P", "url": "https://docs.python.org/3/"}, {"title": "G", "url": "https://github.com/"}]
ACTIVE = {"type": "url", "url": NPC}
PATTERNS = {"expected": [r"^https://(www\.)?drugs\.com", "#side-effects$"]}
CONFIG: dict[str, Any] = {
    "expected": ["https://scholar.google.com/citations", "user=q"],
    **{"type": "url", "url": "?hl=en&"},
}
SEARCH = {"expect": {"pattern": r"(?i)google\.com/search\?q=nereida(?:&|$|#)"}}
CASES: list[tuple[str, Any, Any, int]] = [
    ("is_expected_active_tab", NPC, ACTIVE, 1),
    ("is_expected_active_tab", {"url": NPC, "title": "t", "content": ""}, ACTIVE, 1),
    ("is_expected_active_tab", NPC + "?a=1", ACTIVE, 0),
    ("is_expected_active_tab", "https://www.drugs.com/npp/", ACTIVE, 0),
    ("is_expected_active_tab", "", ACTIVE, 0),
    ("is_expected_active_tab_approximate", NPC + "?a=1", ACTIVE, 1),
    ("is_expected_active_tab_approximate", {"url": NPC}, {"type": "url", "url": NPC + "?b=2"}, 1),
    ("is_expected_active_tab_approximate", "https://www.drugs.com/npp/?a=1", ACTIVE, 0),
    ("is_expected_active_tab_approximate", NPC + "#part", ACTIVE, 0),
    ("is_expected_tabs", OPEN, {"type": "url", "urls": TABS}, 1),
    ("is_expected_tabs", OPEN[:1], {"type": "url", "urls": TABS}, 0),
    ("is_expected_tabs", [*OPEN, {"url": "chrome://newtab/"}], {"type": "url", "urls": TABS}, 0),
    ("is_expected_tabs", [OPEN[0], OPEN[0]], {"type": "url", "urls": TABS}, 0),
    ("is_expected_tabs", OPEN, {"type": "url", "urls": [TABS[0], TABS[0]]}, 0),
    ("is_expected_tabs", [], {"type": "url", "urls": TABS}, 0),
    ("is_expected_url_pattern_match", "https://drugs.com/tamiflu.html#side-effects", PATTERNS, 1),
    ("is_expected_url_pattern_match", {"url": "https://www.drugs.com/#side-effects"}, PATTERNS, 1),
    ("is_expected_url_pattern_match", "https://drugs.com/tamiflu.html#side-effect", PATTERNS, 0),
    ("is_expected_url_pattern_match", "https://scholar.google.com/citations?hl=en&user=qR", CONFIG, 1),
    ("is_expected_url_pattern_match", "https://scholar.google.com/citations?hl=en&user=R", CONFIG, 0),
    ("is_expected_search_query", {"url": "https://www.google.com/search?q=Nereida&x"}, SEARCH, 1),
    ("is_expected_search_query", {"url": "https://www.google.com/search?q=nereidas"}, SEARCH, 0),
]


@pytest.mark.parametrize(("name", "result", "rules", "score"), CASES)
def test_scores(name: str, result: Any, rules: Any, score: int) -> None:
    assert metric(name)(result, rules) == score


@pytest.mark.parametrize(
    ("name", "result", "rules"),
    [
        ("is_expected_active_tab", 3, ACTIVE),
        ("is_expected_active_tab", {"title": "t"}, ACTIVE),
        ("is_expected_active_tab", "https://[broken", ACTIVE),
        ("is_expected_active_tab_approximate", "https://a.com:x/", ACTIVE),
        ("is_expected_tabs", "https://github.com", {"type": "url", "urls": TABS}),
        ("is_expected_tabs", [{"title": "t"}], {"type": "url", "urls": TABS}),
        ("is_expected_url_pattern_match", ["https://drugs.com"], PATTERNS),
        ("is_expected_search_query", {}, SEARCH),
    ],
)
def test_what_an_agent_left_broken_is_unreadable(name: str, result: Any, rules: Any) -> None:
    with pytest.raises(Unreadable):
        metric(name)(result, rules)


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("is_expected_active_tab", {"type": "title", "url": NPC}, "type is 'title'; choices: url"),
        ("is_expected_active_tab", {"type": "url"}, "no url"),
        ("is_expected_active_tab", {**ACTIVE, "exact": True}, "unknown exact; choices: type, url"),
        ("is_expected_active_tab_approximate", {"url": NPC}, "type is None"),
        ("is_expected_tabs", {"type": "url", "urls": NPC}, "not a list of strings"),
        ("is_expected_tabs", {"type": "url", "urls": ["https://[x"]}, "IPv6"),
        ("is_expected_url_pattern_match", {"expected": NPC}, "not a list of strings"),
        ("is_expected_url_pattern_match", {"expected": []}, "empty"),
        ("is_expected_url_pattern_match", {"expected": [NPC], "mode": "any"}, "unknown mode"),
        ("is_expected_search_query", {"expect": {"url": NPC}}, "unknown url|pattern"),
    ],
)
def test_faults_of_the_task_raise(name: str, rules: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        metric(name)([] if name == "is_expected_tabs" else NPC, rules)
