"""What a browser remembers: `is_cookie_deleted` and `check_history_deleted`."""

from typing import Any

from scalecua.tasks.metrics.rules import kind
from scalecua.tasks.metrics.text import strings
from scalecua.tasks.metrics.unreadable import Unreadable


def is_cookie_deleted(result: Any, rules: dict[str, Any]) -> float:
    """1 where no cookie is left of any of `rules["domains"]` or of a domain below one.

    The result are rows of Chrome's table of cookies, the host second.
    """
    kind(rules, {"domains": ("domains",)})
    domains = [domain.lower().lstrip(".") for domain in strings(rules, "domains")]
    hosts = [host.lower().strip(".") for host in _column(result, 1)]
    return float(
        not any(host == domain or host.endswith(f".{domain}") for host in hosts for domain in domains)
    )


def check_history_deleted(result: Any, rules: dict[str, Any]) -> float:
    """1 where no URL of the history holds any of `rules["keywords"]`, in upper or lower case.

    The result are rows, the URL first.
    """
    kind(rules, {"keywords": ("keywords",)})
    keywords = [keyword.casefold() for keyword in strings(rules, "keywords")]
    urls = [url.casefold() for url in _column(result, 0)]
    return float(not any(keyword in url for url in urls for keyword in keywords))


def _column(result: Any, at: int) -> list[str]:
    rows = result if isinstance(result, list | tuple) else None
    if rows is None or not all(isinstance(row, list | tuple) and len(row) > at for row in rows):
        raise Unreadable(f"the result is {result!r:.200}, not rows of a table")
    values = [row[at] for row in rows]
    if not all(isinstance(value, str) for value in values):
        raise Unreadable(f"column {at + 1} of the result is not text")
    return values
