"""`check_thunderbird_prefs`: settings in Thunderbird's `prefs.js`."""

import json
import re
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.metrics.values import holds

PREF = re.compile(r'^\s*user_pref\(\s*("(?:[^"\\]|\\.)*")\s*,\s*(.*)\)\s*;\s*$', re.MULTILINE)


def check_thunderbird_prefs(result: Any, rules: dict[str, Any]) -> float:
    """1 where every rule of `rules["expect"]` holds and none of `rules["unexpect"]`.

    Both give `{name: {"method": …, "ref": …}}`. A setting that is not there has Thunderbird's own value, of
    which no rule holds; of one that is there twice the last line counts.
    """
    known(rules, (), ("expect", "unexpect"))
    expect, unexpect = rules.get("expect", {}), rules.get("unexpect", {})
    if not expect and not unexpect:
        raise ValueError(f"rules are {rules!r}; give expect or unexpect")
    prefs = _prefs(found(result))
    good = [_hold(prefs, name, rule) for name, rule in expect.items()]
    bad = [_hold(prefs, name, rule) for name, rule in unexpect.items()]
    return float(all(good) and not any(bad))


def _hold(prefs: dict[str, Any], name: str, rule: Any) -> bool:
    # Asked in any case, so that a rule that cannot be is a fault whatever the agent left.
    said = holds(prefs.get(name), rule)
    return name in prefs and said


def _prefs(text: str) -> dict[str, Any]:
    """Name to value; Unreadable if there is no setting at all. Lines that are no JSON are left out."""
    prefs = {}
    for match in PREF.finditer(text):
        try:
            prefs[json.loads(match[1])] = json.loads(match[2])
        except (ValueError, RecursionError):
            continue
    if not prefs:
        raise Unreadable("the result holds no settings")
    return prefs
