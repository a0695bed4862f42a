"""`{"method": ..., "ref": ...}`: what a rule demands of one value."""

import operator
import re
from collections.abc import Callable
from functools import reduce
from typing import Any

from scalecua.tasks.metrics.sheets.ranges import rectangles, within
from scalecua.tasks.metrics.sheets.rules import Rule
from scalecua.tasks.metrics.sheets.values import Moment, Scalar, number, same, text

Test = Callable[[Any], bool]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
ENDS = {"t": operator.lt, "e": operator.le}
METHODS = (
    *("eq", "ne", "lt", "le", "gt", "ge", "re[.FLAG...]", "approx:TOLERANCE"),
    *("range.[et][et]", "spreadsheet_range", "str_list_eq", "str_set_eq"),
)
# Beyond a tolerance by so little is the noise of decimal fractions.
NOISE = 1e-9


def matcher(rule: Rule) -> Test:
    """The test that a rule describes; ValueError for a method or a key that there is not."""
    if rule.keys() != {"method", "ref"}:
        raise ValueError(f"a condition has {sorted(rule)}; it must have method and ref")
    method, ref = str(rule["method"]), rule["ref"]
    kind, _, rest = method.replace(":", ".", 1).partition(".")
    if method in ("eq", "ne"):
        return lambda value: _equals(value, ref) == (method == "eq")
    if method in COMPARE:
        return lambda value: _ordered(COMPARE[method], value, ref)
    if kind == "re":
        pattern = re.compile(ref, _flags(rest))
        return lambda value: pattern.search(text(value)) is not None
    if kind == "approx" and rest:
        return _near(float(ref), float(rest))
    if kind == "range" and len(rest) == 2 and set(rest) <= set(ENDS):
        low, high = ref
        return lambda value: _ordered(ENDS[rest[0]], low, value) and _ordered(ENDS[rest[1]], value, high)
    if method == "spreadsheet_range":
        least, most = (rectangles(side) for side in ref)
        return lambda value: within(least, rectangles(value)) and within(rectangles(value), most)
    if method in ("str_list_eq", "str_set_eq"):
        container = list if method == "str_list_eq" else set
        return lambda value: container(_items(value)) == container(ref)
    raise ValueError(f"method is {method!r}; choices: {', '.join(METHODS)}")


def _equals(value: Any, ref: Any) -> bool:
    """A moment equals its number of days and its text in ISO 8601, since JSON has neither dates nor times."""
    if isinstance(value, Moment):
        return text(value) == ref if isinstance(ref, str) else same(value.days, ref)
    if isinstance(value, Scalar) and isinstance(ref, Scalar):
        return same(value, ref)
    return bool(value == ref)


def _ordered(compare: Callable[[Any, Any], bool], one: Any, two: Any) -> bool:
    """Texts compare with texts and numbers with numbers; nothing else has an order."""
    if isinstance(one, str) and isinstance(two, str):
        return compare(one, two)
    left, right = number(one), number(two)
    return left is not None and right is not None and compare(left, right)


def _near(ref: float, tolerance: float) -> Test:
    def test(value: Any) -> bool:
        """A text that reads as a number counts as that number."""
        found = number(value)
        if isinstance(value, str):
            try:
                found = float(value)
            except ValueError:
                return False
        return found is not None and abs(found - ref) <= tolerance + NOISE

    return test


def _flags(names: str) -> re.RegexFlag:
    try:
        return reduce(operator.or_, (re.RegexFlag[name] for name in names.split(".") if name), re.NOFLAG)
    except KeyError as error:
        raise ValueError(f"flag is {error}; choices: {', '.join(re.RegexFlag.__members__)}") from error


def _items(value: Any) -> list[str]:
    """The items of a list in a formula: "a,b" in quotes."""
    return [item.strip() for item in str(value or "").strip("\"'").split(",")]
