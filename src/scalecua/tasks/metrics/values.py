"""Rules on single values: `{"method": …, "ref": …}`."""

import json
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from scalecua.tasks.metrics.rules import known

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
FLAGS: Mapping[str, re.RegexFlag] = {"A": re.A, "I": re.I, "M": re.M, "S": re.S, "X": re.X}
CHOICES = "eq, ne, lt, le, gt, ge, approx:TOLERANCE, re, re with flags as in re.I.S"


def holds(value: Any, rule: Any) -> bool:
    """Whether a JSON value is as the rule says; a method that is not known is a ValueError.

    `eq` and `ne` are JSON's equality, in which true is not 1; `lt`, `le`, `gt` and `ge` compare numbers, or
    texts; `approx:T` allows a number, or a text that is one, to be off by T; `re` searches the value's text
    for a pattern, its flags given by letters as in `re.S`.
    """
    known(rule, ("method", "ref"))
    method, ref = rule["method"], rule["ref"]
    if method in COMPARISONS:
        return _compared(method, value, ref)
    name, _, tolerance = str(method).partition(":")
    if name == "approx":
        number = _number(value)
        return number is not None and abs(number - ref) <= float(tolerance)
    name, *letters = str(method).split(".")
    if name != "re" or any(letter not in FLAGS for letter in letters):
        raise ValueError(f"method is {method!r}; choices: {CHOICES}")
    flags = re.RegexFlag(0)
    for letter in letters:
        flags |= FLAGS[letter]
    text = value if isinstance(value, str) else json.dumps(value)
    return re.search(ref, text, flags) is not None


def is_number(value: Any) -> bool:
    """Whether it is a number, which true and false are not."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def equal(value: Any, other: Any) -> bool:
    """JSON's equality, at any depth."""
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(equal(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(equal, value, other))
    return isinstance(value, bool) == isinstance(other, bool) and bool(value == other)


def _number(value: Any) -> float | None:
    """A number, or what a text says if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None


def _compared(method: str, value: Any, ref: Any) -> bool:
    if method in ("eq", "ne"):
        return equal(value, ref) == (method == "eq")
    if not is_number(ref) and not isinstance(ref, str):
        raise ValueError(f"ref is {ref!r}; {method} compares numbers and texts")
    comparable = is_number(value) if is_number(ref) else isinstance(value, str)
    return comparable and COMPARISONS[method](value, ref)
