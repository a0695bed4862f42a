"""`check_thunderbird_filter`: message filters in Thunderbird's `msgFilterRules.dat`."""

import re
from dataclasses import dataclass, field
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings
from scalecua.tasks.metrics.unreadable import Unreadable

LINE = re.compile(r'^(\w+)="(.*)"\s*$', re.MULTILINE)
_TERM = r'(?:AND|OR) \([^(),]+,[^(),]+,(?:"(?:[^"\\]|\\.)*"|[^()"]*)\)|ALL'
TERM, TERMS = re.compile(_TERM), re.compile(rf"(?:(?:{_TERM})\s*)+")
TEXTS = ("name", "enabled", "type", "action", "actionValue")


@dataclass(slots=True)
class Filter:
    """One filter: its texts, its actions with their values, and the terms of its condition."""

    texts: dict[str, str] = field(default_factory=dict)
    actions: list[tuple[str, str | None]] = field(default_factory=list)
    condition: list[str] = field(default_factory=list)


def check_thunderbird_filter(result: Any, rules: dict[str, Any]) -> float:
    """1 where each record of `rules["expect"]` is a filter of the file and none of `rules["unexpect"]` is.

    A record gives some of `name`, `enabled`, `type`, `action`, `actionValue` and `condition`, which a filter
    must have: as its only action, with this value, and as all terms of its condition, in any order. Further
    filters do not matter.
    """
    known(rules, (), ("expect", "unexpect"))
    expect, unexpect = rules.get("expect", []), rules.get("unexpect", [])
    if not expect and not unexpect:
        raise ValueError(f"rules are {rules!r}; give expect or unexpect")
    for record in (*expect, *unexpect):
        known(record, (), (*TEXTS, "condition"))
    filters = _filters(found(result))

    def there(record: dict[str, Any]) -> bool:
        return any(_matches(one, record) for one in filters)

    return float(all(map(there, expect)) and not any(map(there, unexpect)))


def _matches(one: Filter, record: dict[str, Any]) -> bool:
    if "condition" in record and sorted(one.condition) != sorted(strings(record, "condition")):
        return False
    if any(one.texts.get(key) != record[key] for key in ("name", "enabled", "type") if key in record):
        return False
    if not record.keys() & {"action", "actionValue"}:
        return True
    if len(one.actions) != 1:
        return False
    action, value = one.actions[0]
    return record.get("action", action) == action and record.get("actionValue", value) == value


def _filters(text: str) -> list[Filter]:
    filters: list[Filter] = []
    lines = [(key, re.sub(r"\\(.)", r"\1", value)) for key, value in LINE.findall(text)]
    if not lines:
        raise Unreadable("the result is no file of filters")
    for key, value in lines:
        if key == "name":
            filters.append(Filter())
        if not filters:
            continue
        if key == "action":
            filters[-1].actions.append((value, None))
        elif key == "actionValue" and filters[-1].actions:
            filters[-1].actions[-1] = (filters[-1].actions[-1][0], value)
        elif key == "condition":
            filters[-1].condition = _terms(value)
        else:
            filters[-1].texts[key] = value
    return filters


def _terms(condition: str) -> list[str]:
    """The terms; a condition that is not made of terms is the only one."""
    return TERM.findall(condition) if TERMS.fullmatch(condition) else [condition]
