"""How much two texts are alike, from 0 to 1."""

import difflib
from typing import Any

from rapidfuzz import fuzz

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, wanted
from scalecua.tasks.metrics.unreadable import Unreadable

LINES = 20_000


def diff_text_file(result: Any, expected: Any) -> float:
    """The share of lines, of both files, that are the same in the same order; 1 where all are."""
    mine, other = found(result).splitlines(), wanted(expected).splitlines()
    if len(mine) > LINES:
        raise Unreadable(f"the result has {len(mine)} lines, more than {LINES}")
    return difflib.SequenceMatcher(None, mine, other, autojunk=False).ratio()


def fuzzy_match(result: Any, rules: dict[str, Any]) -> float:
    """How alike the result and the text `rules["expected"]` are, by the letters to delete and insert."""
    return fuzz.ratio(found(result), wanted(known(rules, ("expected",))["expected"])) / 100
