"""`check_json` (rules on single keys) and `check_json_settings` (a settings file holds these values)."""

import json
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable

_MISSING = object()


def check_json(result: Any, rules: dict[str, Any]) -> float:
    """1 where every rule of `rules["expect"]` holds and none of `rules["unexpect"]`.

    A rule is `{"key": [path...], "method": "eq" | "ne" | "contains", "ref": value}`.
    """
    document = _document(result)
    expect, unexpect = rules.get("expect", []), rules.get("unexpect", [])
    if not expect and not unexpect:
        raise ValueError(f"rules are {rules!r}; give expect or unexpect")
    good = [_holds(document, rule) for rule in expect]
    bad = [_holds(document, rule) for rule in unexpect]
    return float(all(good) and not any(bad))


def check_json_settings(result: Any, rules: dict[str, Any]) -> float:
    """1 where the result is an object with every key and value of `rules["expected"]`."""
    document, expected = _document(result), rules["expected"]
    if not isinstance(document, dict):
        return 0.0
    return float(all(_equal(document.get(key, _MISSING), value) for key, value in expected.items()))


def _document(result: Any) -> Any:
    if not isinstance(result, Path | str):
        return result
    try:
        return json.loads(found(result))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the result is not JSON: {error}") from error


def _holds(document: Any, rule: dict[str, Any]) -> bool:
    value = document
    for part in rule["key"]:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part, _MISSING)
        elif isinstance(value, list) and isinstance(part, int) and -len(value) <= part < len(value):
            value = value[part]
        else:
            value = _MISSING
    method, ref = rule["method"], rule["ref"]
    if method == "eq":
        return _equal(value, ref)
    if method == "ne":
        return value is not _MISSING and not _equal(value, ref)
    if method == "contains":
        return str(ref) in value if isinstance(value, str) else isinstance(value, list) and ref in value
    raise ValueError(f"method is {method!r}; choices: eq, ne, contains")


def _equal(value: Any, ref: Any) -> bool:
    """JSON's own idea of equality, in which true is not 1."""
    return isinstance(value, bool) == isinstance(ref, bool) and bool(value == ref)
