"""`compare_conference_city_in_order`: the cities that a table of conferences gives."""

import re
import unicodedata
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.sheets.values import text, values
from scalecua.tasks.metrics.sheets.workbook import Address, load
from scalecua.tasks.metrics.unreadable import Unreadable

COLUMN, FIRST_ROW = 3, 2


def compare_conference_city_in_order(result: Any, rules: dict[str, Any]) -> float:
    """1 where the cells of column C from C2 on name the cities `rules["expected"]`, row by row, and no more.

    Each is a name or a list of names that are right. A cell names a city where its words hold those of the
    name one after another; accents, case and punctuation are no matter.
    """
    if rules.keys() != {"expected"}:
        raise ValueError(f"rules have {sorted(rules)}; it must be expected")
    wanted = [_choices(entry) for entry in rules["expected"]]
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    found = load(result, None).sheet(Address(False, 0)).read(values)
    last = max((row for row, column in found if column == COLUMN), default=0)
    cells = [text(found.get((row, COLUMN))) for row in range(FIRST_ROW, last + 1)]
    if len(cells) != len(wanted):
        return 0.0
    return float(all(_names(cell, choices) for cell, choices in zip(cells, wanted, strict=True)))


def _choices(entry: Any) -> list[str]:
    names = [entry] if isinstance(entry, str) else entry
    if (
        not isinstance(names, list)
        or not names
        or not all(isinstance(name, str) and _words(name) for name in names)
    ):
        raise ValueError(f"expected has {entry!r}, which is neither a name nor a list of names")
    return [_words(name) for name in names]


def _names(cell: str, choices: list[str]) -> bool:
    return any(f" {name} " in f" {_words(cell)} " for name in choices)


def _words(value: str) -> str:
    """Its words in small letters without accents, one space between them."""
    letters = (letter for letter in unicodedata.normalize("NFKD", value) if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[a-z0-9]+", "".join(letters).casefold()))
