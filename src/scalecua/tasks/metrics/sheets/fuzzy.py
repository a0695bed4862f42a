"""The rule `sheet_fuzzy`: the texts of cells, compared as loosely as the task says."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz import fuzz

from scalecua.tasks.metrics.sheets.ranges import Rectangle, rectangles
from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, closed, pair
from scalecua.tasks.metrics.sheets.values import text, values
from scalecua.tasks.metrics.sheets.workbook import Books

THRESHOLD = 85.0
TYPES: dict[str, Callable[[str, str, float], bool]] = {
    "includes": lambda found, wanted, _: wanted in found,
    "included_by": lambda found, wanted, _: found in wanted,
    "fuzzy_match": lambda found, wanted, threshold: fuzz.ratio(found, wanted) >= threshold,
    "exact_match": lambda found, wanted, _: found == wanted,
}
CHARACTERS = ("trim_leadings", "trim_trailings", "ignore_chars")
KEYS = (*CHARACTERS, "threshold", "ignore_case", "normalization")


def sheet_fuzzy(rule: Rule) -> Check:
    """In each range of each of `rules`, the text of every cell of the first sheet agrees with the second's.

    `type`: the first `includes` the second, is `included_by` it, is as similar as `threshold` out of 100
    (`fuzzy_match`, by default 85), or is the same (`exact_match`). Before that, on both sides, whole words
    are replaced (`normalization`: pairs of old and new), characters are cut off at the start
    (`trim_leadings`) and the end (`trim_trailings`) and left out everywhere (`ignore_chars`), and with
    `ignore_case` case is levelled. An empty cell agrees with an empty cell only. Numbers are texts of at most
    fifteen digits.
    """
    closed(rule, (*PAIR, "rules"))
    parts = [_part(part) for part in rule["rules"]]
    if not parts:
        raise ValueError("rules of sheet_fuzzy are empty; give one at least")
    sheets = pair(rule)

    def check(books: Books) -> bool:
        one, two = sheets(books)
        wanted, found = two.read(values), one.read(values)
        return all(
            part.agree(text(found.get(at)), text(wanted.get(at)))
            for part in parts
            for at in found.keys() | wanted.keys()
            if part.covers(*at)
        )

    return check


@dataclass(frozen=True, slots=True)
class _Part:
    """One of `rules`."""

    ranges: tuple[Rectangle, ...]
    type: str
    threshold: float
    words: tuple[tuple[re.Pattern[str], str], ...]
    leading: str
    trailing: str
    ignored: str
    fold: bool

    def covers(self, row: int, column: int) -> bool:
        return any(rectangle.holds(row, column) for rectangle in self.ranges)

    def agree(self, found: str, wanted: str) -> bool:
        if not found or not wanted:
            return found == wanted
        return TYPES[self.type](self._levelled(found), self._levelled(wanted), self.threshold)

    def _levelled(self, value: str) -> str:
        for old, new in self.words:
            value = old.sub(new, value)
        value = value.lstrip(self.leading) if self.leading else value
        value = value.rstrip(self.trailing) if self.trailing else value
        value = "".join(character for character in value if character not in self.ignored)
        return value.casefold() if self.fold else value


def _part(rule: Rule) -> _Part:
    closed(rule, ("range", "type"), KEYS)
    if rule["type"] not in TYPES:
        raise ValueError(f"type in sheet_fuzzy is {rule['type']!r}; choices: {', '.join(TYPES)}")
    fold = bool(rule.get("ignore_case", False))
    words = tuple(
        (_word(old, fold), str(new).replace("\\", r"\\")) for old, new in rule.get("normalization", [])
    )
    threshold = float(rule.get("threshold", THRESHOLD))
    leading, trailing, ignored = (str(rule.get(key, "")) for key in CHARACTERS)
    ranges = rectangles(rule["range"])
    return _Part(ranges, rule["type"], threshold, words, leading, trailing, ignored, fold)


def _word(old: str, fold: bool) -> re.Pattern[str]:
    """As a whole word, so that what is already written out is not written out twice."""
    return re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE if fold else re.NOFLAG)
