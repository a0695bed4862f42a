"""`is_shortcut_on_desktop`: a launcher on the desktop with this name, or this command."""

import configparser
from typing import Any

from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable

KEYS = {"name": "Name", "exec": "Exec"}


def is_shortcut_on_desktop(result: Any, rules: dict[str, Any]) -> float:
    """1 where a launcher's `Name` is `rules["name"]`, or its `Exec` is `rules["exec"]`, the whole of it.

    The result are the texts of the desktop's launchers by file name; one that cannot be read is none.
    """
    wanted = kind(rules, {"name": ("name",), "exec": ("exec",)})
    if not isinstance(rules[wanted], str):
        raise ValueError(f"{wanted} is {rules[wanted]!r}, not text")
    if not isinstance(result, dict):
        raise Unreadable(f"the result is {type(result).__name__}, not launchers by file name")
    return float(any(_value(text, KEYS[wanted]) == rules[wanted].strip() for text in result.values()))


def _value(text: Any, key: str) -> str | None:
    parser = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(found(text))
    except (configparser.Error, Unreadable):
        return None
    return parser.get("Desktop Entry", key, fallback=None)
