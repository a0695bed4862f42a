"""The keys of a rule: none that is not known, none missing; all else is a fault of the task."""

from collections.abc import Iterable, Mapping
from typing import Any


def known(rules: Any, needed: Iterable[str], optional: Iterable[str] = ()) -> dict[str, Any]:
    """`rules`, an object with all of the `needed` keys and at most the `optional` ones; else ValueError."""
    if not isinstance(rules, dict):
        raise ValueError(f"rules are {rules!r}, not an object")
    wanted, more = set(needed), set(optional)
    missing, unknown = wanted - rules.keys(), rules.keys() - wanted - more
    if missing or unknown:
        named = ", ".join(sorted(missing | unknown))
        choices = ", ".join(sorted(wanted | more))
        raise ValueError(f"rules have {'unknown' if unknown else 'no'} {named}; choices: {choices}")
    return rules


def kind(rules: Any, keys: Mapping[str, Iterable[str]]) -> str:
    """`rules["type"]`, one of `keys`, which give what stands beside each; else ValueError."""
    chosen = rules.get("type") if isinstance(rules, dict) else None
    if not isinstance(chosen, str) or chosen not in keys:
        raise ValueError(f"type is {chosen!r}; choices: {', '.join(keys)}")
    known(rules, {"type", *keys[chosen]})
    return chosen
