"""When two JSON values mean the same: by type and value, numbers within what their printing keeps."""

import math
import re
from typing import Any

# Printed arrays of single-precision numbers keep seven digits.
RELATIVE, ABSOLUTE = 1e-6, 1e-6
ARRAY = re.compile(r"[\[\]\s\d.eE+-]+")
WORD = re.compile(r"[\[\]]|[^\[\]\s]+")
ARRAY_LIMIT = 1_000_000


def same(found: Any, wanted: Any) -> bool:
    """Equality of JSON values; a boolean equals no number, and lists and objects are equal part by part."""
    if isinstance(wanted, bool) or isinstance(found, bool):
        return found is wanted
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return found == wanted or math.isclose(found, wanted, rel_tol=1e-9)
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(wanted, dict) and isinstance(found, dict):
        return found.keys() == wanted.keys() and all(same(found[key], wanted[key]) for key in wanted)
    return type(found) is type(wanted) and bool(found == wanted)


def same_shown(found: Any, wanted: Any) -> bool:
    """`same`, and printed arrays of numbers (`[ 1.5  2. ]`) by their numbers, however they are spaced."""
    if same(found, wanted):
        return True
    if not (isinstance(found, str) and isinstance(wanted, str)):
        return False
    left, right = _array(found), _array(wanted)
    return left is not None and right is not None and len(left) == len(right) and all(map(_near, left, right))


def _array(text: str) -> list[str | float] | None:
    """Brackets and numbers of a printed array; None if it is none."""
    if len(text) > ARRAY_LIMIT or not text.startswith("[") or not ARRAY.fullmatch(text):
        return None
    try:
        return [word if word in "[]" else float(word) for word in WORD.findall(text)]
    except ValueError:
        return None


def _near(left: str | float, right: str | float) -> bool:
    if isinstance(left, str) or isinstance(right, str):
        return left == right
    return math.isclose(left, right, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
