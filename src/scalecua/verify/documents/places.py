"""Where a value stands in a file, and the value next to it."""

import re
from collections.abc import Mapping

Place = tuple[str | int, ...]
Value = str | int | float | bool | None
NUMBER = re.compile(r"\d+(?!.*\d)", re.DOTALL)
WORD = re.compile(r"[^\W\d_](?!.*[^\W\d_])", re.DOTALL)


def near(value: Value) -> Value:
    """A value that is wrong by as little as can be: the last number by one, else the last letter."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if value is None:
        return 0
    if NUMBER.search(value):
        return NUMBER.sub(lambda found: _one_more(found[0]), value, count=1)
    if WORD.search(value):
        return WORD.sub(lambda found: "q" if found[0] != "q" else "z", value, count=1)
    return f"{value}q"


def _one_more(digits: str) -> str:
    """The number after this one, of as many digits: after 9 comes 8."""
    more = str(int(digits) + 1).zfill(len(digits))
    return more if len(more) == len(digits) else str(int(digits) - 1)


def differing(before: Mapping[Place, Value], after: Mapping[Place, Value]) -> list[Place]:
    """The places whose values are new in `after`."""
    return [place for place, value in after.items() if place not in before or before[place] != value]
