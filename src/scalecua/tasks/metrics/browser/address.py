"""When two addresses name the same page."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable, agents

PORTS = {"http": 80, "https": 443}
SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://|(?:about|blob|data|view-source):")
# Country codes by which sites call themselves that are of no country.
WORDS = frozenset(("ai", "am", "cc", "co", "fm", "gg", "io", "ly", "me", "tv", "to"))


@dataclass(frozen=True, slots=True)
class Address:
    """An address without what makes no difference to the page."""

    scheme: str
    site: str
    port: int | None
    path: tuple[str, ...]
    query: tuple[tuple[str, str], ...]
    fragment: str


def address(url: str, *, query: bool = True) -> Address:
    """What `url` names; ValueError if it is no address.

    These make no difference: upper case in scheme and host, a missing scheme (https is meant), the usual
    port, a leading `www.`, the national edition of a commercial site (`airbnb.co.uk` and `airbnb.com.sg`
    are `airbnb.com`), a slash at the end, how a character is escaped and, unless `query`, the query.
    """
    parts = urlsplit(url if SCHEME.match(url) else f"https://{url}")
    port = None if parts.port == PORTS.get(parts.scheme) else parts.port
    path = [unquote(part) for part in parts.path.split("/")]
    while path and not path[-1]:
        path.pop()
    fields = parse_qsl(parts.query, keep_blank_values=True) if query else []
    site = _site((parts.hostname or "").rstrip("."))
    return Address(parts.scheme, site, port, tuple(path), tuple(fields), unquote(parts.fragment))


def visited(result: object, *, query: bool = True) -> Address:
    """The agent's address, as `url_of` finds it."""
    with agents("an address"):
        return address(url_of(result), query=query)


def url_of(result: object) -> str:
    """The agent's address: text, or the `url` of a tab; Unreadable if it is neither."""
    url = result.get("url") if isinstance(result, dict) else result
    if not isinstance(url, str):
        raise Unreadable(f"the result is {type(result).__name__}, not an address or a tab with its url")
    return found(url)


def _site(host: str) -> str:
    labels = host.split(".")
    if len(labels) > 2 and labels[0] == "www":
        labels = labels[1:]
    country = len(labels) > 1 and len(labels[-1]) == 2 and labels[-1].isalpha()
    if country and len(labels) > 2 and labels[-2] in ("co", "com"):
        labels = [*labels[:-2], "com"]
    elif country and labels[-1] not in WORDS:
        labels = [*labels[:-1], "com"]
    return ".".join(labels)
