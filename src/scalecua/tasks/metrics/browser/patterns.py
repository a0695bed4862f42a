"""Addresses by regular expression: `is_expected_url_pattern_match` and `is_expected_search_query`."""

import re
from typing import Any

from scalecua.tasks.metrics.browser.address import url_of
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import strings


def is_expected_url_pattern_match(result: Any, rules: dict[str, Any]) -> float:
    """1 where every expression of `rules["expected"]` is found in the URL (text, or an object's `url`).

    `type` and `url`, which a task has beside it, are notes.
    """
    known(rules, ("expected",), ("type", "url"))
    patterns = [re.compile(pattern) for pattern in strings(rules, "expected")]
    if not patterns:
        raise ValueError("expected is empty; give at least one expression")
    url = url_of(result)
    return float(all(pattern.search(url) for pattern in patterns))


def is_expected_search_query(result: Any, rules: dict[str, Any]) -> float:
    """1 where the expression `rules["expect"]["pattern"]` is found in the active tab's URL."""
    expect = known(known(rules, ("expect",))["expect"], ("pattern",))
    return float(re.compile(expect["pattern"]).search(url_of(result)) is not None)
