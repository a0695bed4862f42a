"""What a running VLC shows: the medium that it plays, and the size of its window."""

from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable, agents

# Where VLC says what a medium is, the surest first.
ADDRESSES = ("url", "uri", "location", "filename", "title", "name")
NAMES = ("filename", "uri", "location", "title", "name")


def is_vlc_playing(result: Any, rules: dict[str, Any]) -> float:
    """1 where VLC's status, the XML of its HTTP interface, has the state "playing" and the right medium.

    `{"type": "file_name", "file_name": …}` asks for a file by its name without folders. `{"type": "url",
    "url": …}` asks for an address; where VLC gives no address at all, as it does for many streams, the last
    part of it must be the name that VLC gives.
    """
    by_name = kind(rules, {"file_name": ("file_name",), "url": ("url",)}) == "file_name"
    state, facts = _status(result)
    if state != "playing":
        return 0.0
    if by_name:
        return float(_last_part(_first(facts, NAMES)) == rules["file_name"])
    wanted = rules["url"]
    addresses = [facts[name] for name in ADDRESSES if "://" in facts.get(name, "")]
    if addresses:
        return float(any(unquote(address) == unquote(wanted) for address in addresses))
    shown = _first(facts, ADDRESSES)
    return float(bool(shown) and shown == _last_part(urlsplit(wanted).path))


def is_vlc_fullscreen(result: Any, expected: Any) -> float:
    """1 where screen (`result`) and window (`expected`) have one size, `{"width": …, "height": …}`."""
    screen, window = _size(result), _size(expected)
    return float(screen == window and min(screen) > 0)


def _status(result: Any) -> tuple[str, dict[str, str]]:
    """The state, and what the category "meta" holds, its names in lower case."""
    text = found(result).encode()
    with agents("VLC's status"):
        root: Element = fromstring(text, forbid_dtd=True)
        state = (root.findtext("state") or "").strip()
        facts = {
            info.get("name", "").lower(): (info.text or "").strip()
            for info in root.iterfind("information/category[@name='meta']/info")
        }
    if not state:
        raise Unreadable("the result names no state")
    return state, facts


def _first(facts: dict[str, str], names: tuple[str, ...]) -> str:
    return next((facts[name] for name in names if facts.get(name)), "")


def _last_part(name: str) -> str:
    """A name without folders; of an address, without what is written as per cent."""
    part = name.rstrip("/").rpartition("/")[2]
    return unquote(part) if "://" in name else part


def _size(size: Any) -> tuple[int, int]:
    if not isinstance(size, dict) or not all(type(size.get(side)) is int for side in ("width", "height")):
        raise ValueError(f"a size is {size!r}, not a width and a height")
    return size["width"], size["height"]
