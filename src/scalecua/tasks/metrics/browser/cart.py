"""`is_added_to_steam_cart`: the page of the cart names every item."""

import html
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings
from scalecua.tasks.metrics.unreadable import Unreadable


def is_added_to_steam_cart(result: Any, rules: dict[str, Any]) -> float:
    """1 where each of `rules["items"]` stands in the page's `content`, white space made one."""
    items = strings(known(rules, ("items",)), "items")
    content = result.get("content") if isinstance(result, dict) else None
    if not isinstance(content, str):
        raise Unreadable(f"the result is {type(result).__name__}, not a page with its content")
    page = " ".join(html.unescape(found(content)).split())
    return float(all(" ".join(item.split()) in page for item in items))
