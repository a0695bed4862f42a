"""`check_csv`: a CSV file with a header has the expected records and none of the unexpected."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.sheets.csv_text import decoded, rows
from scalecua.tasks.metrics.unreadable import Unreadable, agents

KEYS = ("expect", "unexpect")
Record = Mapping[str, str]


def check_csv(result: Any, rules: dict[str, Any]) -> float:
    """1 where each of `rules["expect"]` matches a record and none of `rules["unexpect"]` does; give one.

    A pattern `{column: text}` matches a record that has all of these texts in these columns.
    """
    patterns = {key: _patterns(rules, key) for key in KEYS}
    if not rules or rules.keys() - set(KEYS):
        raise ValueError(f"rules have {sorted(rules)}; choices: {', '.join(KEYS)}")
    if not isinstance(result, Path):
        raise Unreadable(f"the result is {type(result).__name__}, not a file")
    with agents("a CSV file"):
        records = _records(result)
    found = [any(_matches(pattern, record) for record in records) for pattern in patterns["expect"]]
    unwanted = any(_matches(pattern, record) for pattern in patterns["unexpect"] for record in records)
    return float(all(found) and not unwanted)


def _patterns(rules: Mapping[str, Any], key: str) -> list[Record]:
    value = rules.get(key, [])
    if not isinstance(value, list) or not all(isinstance(pattern, dict) and pattern for pattern in value):
        raise ValueError(f"{key} is {value!r}, not a list of records")
    return value


def _records(path: Path) -> list[Record]:
    """The records by the names of their columns; a short record lacks its last columns."""
    table = [row for row in rows(decoded(path)) if row]
    return [dict(zip(table[0], row, strict=False)) for row in table[1:]]


def _matches(pattern: Record, record: Record) -> bool:
    return all(record.get(column) == value for column, value in pattern.items())
