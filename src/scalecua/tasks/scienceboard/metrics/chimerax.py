"""ChimeraX: `states` of its session, `info` that a command prints, `file` that it wrote."""

import json
import re
from collections.abc import Mapping
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.equality import same_shown
from scalecua.tasks.scienceboard.metrics.expression import is_lambda, parse
from scalecua.tasks.scienceboard.metrics.interpret import compute


def states(item: Mapping[str, Any], session: Any) -> str:
    """Why the session is not as wanted; empty if it is.

    `find` picks keys by key and value, and `key` makes from each the key to look at; without `find`, `key` is
    one key, or picks them. One of the keys must have the `value`, or match the `pattern`; a `value` of null
    wants that there is none.
    """
    if not isinstance(session, dict):
        raise Unreadable(f"the session's states are {type(session).__name__}")
    keys = _keys(item, session)
    present = [key for key in keys if key in session]
    if "value" in item and item["value"] is None:
        return f"{present[0]} is there" if present else ""
    if not present:
        return f"there is no {keys[0] if keys else item.get('find', item['key'])}"
    if any(_matches(item, session[key]) for key in present):
        return ""
    shown = f"{session[present[0]]!r:.200}"
    return f"{present[0]} is {shown}, wanted {item.get('value', item.get('pattern'))!r:.200}"


def _keys(item: Mapping[str, Any], session: dict[str, Any]) -> list[str]:
    if "find" in item:
        find, make = parse(item["find"], 2), parse(item["key"], 1)
        return [str(compute(make, key)) for key, value in session.items() if compute(find, key, value)]
    if is_lambda(item["key"]):
        picks = parse(item["key"], 1)
        return [key for key in session if compute(picks, key)]
    return [item["key"]]


def _matches(item: Mapping[str, Any], value: Any) -> bool:
    if "pattern" in item:
        text = value if isinstance(value, str) else json.dumps(value)
        return re.search(item["pattern"], text) is not None
    return same_shown(value, item["value"])


def info(item: Mapping[str, Any], lines: list[str]) -> str:
    """The printed lines and the wanted ones are one set, whatever their order."""
    found = {line.strip() for line in lines} - {""}
    wanted = {line.strip() for line in item["value"]}
    if found == wanted:
        return ""
    lacking, beside = sorted(wanted - found)[:2], sorted(found - wanted)[:2]
    return f"info {item['key']} lacks {lacking!r:.200}, has beside {beside!r:.200}"


def file(item: Mapping[str, Any], text: str | None, today: str | None) -> str:
    """The file holds a text, which may be today's date."""
    if text is None:
        return f"nothing at {item['key']}"
    wanted = compute(parse(item["value"], 0), today=today) if is_lambda(item["value"]) else item["value"]
    return "" if wanted in text else f"{item['key']} does not hold {wanted!r:.100}"
