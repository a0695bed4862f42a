"""What commands and listings say about the desktop: time zone, favourites, a folder, the clipboard."""

import re
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings
from scalecua.tasks.metrics.unreadable import Unreadable

ZONE = re.compile(r"^\s*Time zone:.*\([^()]*,\s*([+-]\d{4})\)\s*$", re.MULTILINE)
_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
TEXTS = re.compile(rf"\s*(?:@as\s*)?\[\s*(?:{_TEXT}\s*(?:,\s*{_TEXT}\s*)*)?\]\s*")


def is_utc_0(result: Any) -> float:
    """1 where `timedatectl status` says that the time zone is 0 hours from UTC."""
    zone = ZONE.search(found(result))
    if zone is None:
        raise Unreadable("the result names no time zone")
    return float(zone[1] in ("+0000", "-0000"))


def check_gnome_favorite_apps(result: Any, rules: dict[str, Any]) -> float:
    """1 where the list that `gsettings` prints has exactly the items of `rules["expected"]`, in any order."""
    expected = strings(known(rules, ("expected",)), "expected")
    text = found(result)
    if not TEXTS.fullmatch(text):
        raise Unreadable(f"the result is not a list of texts: {text[:200]!r}")
    items = [re.sub(r"\\(.)", r"\1", item[1:-1]) for item in re.findall(_TEXT, text)]
    return float(sorted(items) == sorted(expected))


def check_moved_jpgs(result: Any, rules: dict[str, Any]) -> float:
    """1 where a folder's listing has exactly the files of `rules["expected"]`, and no folder."""
    expected = strings(known(rules, ("expected",)), "expected")
    children = result.get("children") if isinstance(result, dict) else None
    if not isinstance(children, list) or not all(isinstance(child, dict) for child in children):
        raise Unreadable("the result is not the listing of a folder")
    if any(child.get("type") == "directory" for child in children):
        return 0.0
    return float(sorted(str(child.get("name")) for child in children) == sorted(expected))


def is_in_vm_clickboard(result: dict[str, Any], expected: Any) -> float:
    """1 where the clipboard, here the side of `expected`, holds the text, or all of the list, of the rule.

    The rule, `{"expected": …}`, stands where other metrics have their result.
    """
    texts = known(result, ("expected",))["expected"]
    texts = [texts] if isinstance(texts, str) else strings(result, "expected")
    if not texts:
        raise ValueError("expected is an empty list")
    clipboard = found(expected)
    return float(all(text in clipboard for text in texts))
