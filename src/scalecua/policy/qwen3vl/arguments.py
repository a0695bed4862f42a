"""Values in a call's arguments, in the spellings models use: numbers, points, keys, texts."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from scalecua.policy.grid import to_pixel
from scalecua.policy.keys import MODIFIERS, chord
from scalecua.policy.qwen3vl.calls import refuse, shown
from scalecua.policy.qwen3vl.prompt import GRID

Arguments = Mapping[str, Any]
Point = tuple[int, int]
KNOWN = frozenset((
    "action", "coordinate", "coordinate2", "start_coordinate", "end_coordinate", "keys", "key", "modifiers",
    "text", "content", "path", "pixels", "direction", "scroll_direction", "amount", "scroll_amount", "time",
    "duration", "seconds", "status", "reason",
))  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d{1,9}(\.\d{1,18})?")


def one(arguments: Arguments, *names: str) -> Any:
    """The value of an argument that has several names; None if absent, Refused if two names differ."""
    found = [(name, arguments[name]) for name in names if arguments.get(name) is not None]
    if len(found) > 1 and any(value != found[0][1] for _, value in found):
        refuse(f"{found[0][0]} and {found[1][0]} say different things")
    return found[0][1] if found else None


def text(arguments: Arguments, *names: str) -> str:
    """A text argument that must be there."""
    value = one(arguments, *names)
    if not isinstance(value, str):
        refuse(f"{arguments['action']} needs {names[0]}, a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        refuse(f"{names[0]} holds half a character")
    return value


def number(value: object) -> float:
    """A finite number, also where it was written as a string."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not _finite(value):
        refuse(f"{shown(value)} is not a number")
    return value


def whole(value: object) -> int:
    """A whole number."""
    found = number(value)
    return int(found) if found == int(found) else refuse(f"{shown(value)} is not a whole number")


def point(value: object, screen: Point) -> Point:
    """The screen pixel of `[x, y]` on the grid, or of a string such as `"(500, 300)"`."""
    if isinstance(value, str):
        value = value.strip().strip("[]()").split(",")
    if not isinstance(value, list) or len(value) != 2:
        refuse(f"A coordinate is [x, y], not {shown(value)}")
    x, y = (to_pixel(number(v), side, GRID) for v, side in zip(value, screen, strict=True))
    if x is None or y is None:
        refuse(f"The point {shown(value)} is off the {GRID}x{GRID} grid")
    return x, y


def keys(value: object) -> tuple[str, ...]:
    """The lower-case keys of a chord, from a list of keys or a string such as `Ctrl+S`."""
    if isinstance(value, str) and value.startswith("[") and value.endswith("]") and len(value) > 2:
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            refuse(f"{shown(value)} is not a list of keys")
    parts = value if isinstance(value, list) else [value]
    found: list[str] = []
    for part in parts:
        spelled = str(part) if type(part) is int and 0 <= part <= 9 else part
        named = chord(spelled) if isinstance(spelled, str) else None
        found += named or refuse(f"There is no key {shown(part)}")
    if not found or len(set(found)) < len(found):
        refuse("A chord presses each of its keys once, and at least one")
    return tuple(found)


def held(arguments: Arguments) -> tuple[str, ...]:
    """Modifier keys of a mouse action, from `modifiers`, `keys` or `text`; none where these are empty."""
    value = one({k: v for k, v in arguments.items() if v not in ("", [])}, "modifiers", "keys", "key", "text")
    found = keys(value) if value is not None else ()
    strange = [key for key in found if key not in MODIFIERS]
    return found if not strange else refuse(f"{shown(strange[0])} cannot be held during a mouse action")


def _finite(value: int | float) -> bool:
    return isinstance(value, int) or math.isfinite(value)
