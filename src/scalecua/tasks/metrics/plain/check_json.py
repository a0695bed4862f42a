"""`check_json` (rules on single keys) and `check_json_settings` (a settings file holds these values)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from scalecua.tasks.metrics import jsonc
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable, agents
from scalecua.tasks.metrics.values import equal, holds

_MISSING = object()


class _Plain(yaml.SafeLoader):
    """YAML without aliases, by which a small file becomes a huge value."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise Unreadable("the result has YAML aliases")
        return super().compose_node(parent, index)


def check_json(result: Any, rules: dict[str, Any], *, is_yaml: bool = False) -> float:
    """1 where every rule of `rules["expect"]` holds and none of `rules["unexpect"]`; give one at least.

    A rule is `{"key": [path...], "method": …, "ref": value}`. The method is `contains`, for a text or a list,
    or one of `values.holds`; none holds of a key that is not there. `is_yaml`: the file is YAML.
    """
    given = known(rules, (), ("expect", "unexpect"))
    expect, unexpect = given.get("expect", []), given.get("unexpect", [])
    if not expect and not unexpect:
        raise ValueError(f"rules are {rules!r}; give expect or unexpect")
    document = _document(result, _yaml if is_yaml else jsonc.loads, "YAML" if is_yaml else "JSON")
    good = [_holds(document, rule) for rule in expect]
    bad = [_holds(document, rule) for rule in unexpect]
    return float(all(good) and not any(bad))


def check_json_settings(result: Any, rules: dict[str, Any]) -> float:
    """1 where the result is an object with every key and value of `rules["expected"]`."""
    expected = known(rules, ("expected",))["expected"]
    document = _document(result, jsonc.loads, "JSON")
    if not isinstance(document, dict):
        return 0.0
    return float(all(equal(document.get(key, _MISSING), value) for key, value in expected.items()))


def _document(result: Any, loads: Callable[[str], Any], what: str) -> Any:
    if not isinstance(result, Path | str):
        return result
    with agents(what):
        return loads(found(result))


def _yaml(text: str) -> Any:
    return yaml.load(text, _Plain)


def _holds(document: Any, rule: dict[str, Any]) -> bool:
    path = known(rule, ("key", "method", "ref"))["key"]
    value = document
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            value = value.get(part, _MISSING)
        elif isinstance(value, list) and isinstance(part, int) and -len(value) <= part < len(value):
            value = value[part]
        else:
            value = _MISSING
    method, ref = rule["method"], rule["ref"]
    if method == "contains":
        return str(ref) in value if isinstance(value, str) else isinstance(value, list) and ref in value
    kept = holds(None if value is _MISSING else value, {"method": method, "ref": ref})
    return value is not _MISSING and kept
