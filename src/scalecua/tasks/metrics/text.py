"""Reading either side of a comparison as text, within a size limit."""

from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable

LIMIT = 4 * 1024 * 1024


def found(result: Any) -> str:
    """The agent's result as text; Unreadable if it is too large, not UTF-8 or no text at all."""
    if not isinstance(result, Path | str):
        raise Unreadable(f"the result is {type(result).__name__}, not text")
    length = result.stat().st_size if isinstance(result, Path) else len(result)
    if length > LIMIT:
        raise Unreadable(f"the result has {length} bytes, more than {LIMIT}")
    try:
        return result.read_bytes().decode() if isinstance(result, Path) else result
    except UnicodeDecodeError as error:
        raise Unreadable(f"the result is not UTF-8: {error}") from error


def wanted(expected: Any) -> str:
    """The task's side as text; ValueError, a fault of the task, if it is none."""
    if isinstance(expected, Path):
        return expected.read_bytes().decode()
    if not isinstance(expected, str):
        raise ValueError(f"expected is {expected!r}, not text")
    return expected


def strings(rules: Any, key: str) -> list[str]:
    """`rules[key]` as a list of strings; ValueError, a fault of the task, if it is none."""
    value = rules[key]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{key} is {value!r}, not a list of strings")
    return value
