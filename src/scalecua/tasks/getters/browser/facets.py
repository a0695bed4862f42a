"""Category and filters of a product list at macys.com, which keeps them in the path of its URL.

`/shop/mens-clothing/mens-shirts/Men_regular_size_t,Sleeve_length/L,Short%20Sleeve?id=1`: categories, then
the names of the filters, then the value of each. Several values of a filter are one text, with `|` between.
"""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

NAME = re.compile(r"[A-Z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
PERCENT = re.compile(r"(\d+)_PERCENT")
DISCOUNT = "Price_discount_range"


def facets(url: str) -> dict[str, Any]:
    """The filters by name, and True for each of `mens_clothing`, `shirts`, `short_sleeve` that is chosen.

    Of several ranges of discount, which hold each other, it is the widest.
    """
    try:
        path = urlsplit(url).path
    except ValueError:
        return {}
    parts = [part for part in path.split("/") if part]
    found: dict[str, Any] = {}
    categories: list[str] = []
    while parts:
        part = parts.pop(0)
        names = [unquote(name) for name in part.split(",")]
        values = [unquote(value) for value in parts[0].split(",")] if parts else []
        if len(names) == len(values) and all(NAME.fullmatch(name) for name in names):
            found.update(zip(names, values, strict=True))
            parts.pop(0)
        else:
            categories.append(unquote(part).lower())
    if DISCOUNT in found:
        found[DISCOUNT] = _widest(found[DISCOUNT])
    return {**found, **_chosen(found, categories)}


def _widest(value: str) -> str:
    ranges = [(int(match[1]), one) for one in value.split("|") if (match := PERCENT.match(one.strip()))]
    return min(ranges)[1].strip() if ranges else value


def _chosen(found: dict[str, Any], categories: list[str]) -> dict[str, bool]:
    words = [category.split("-") for category in categories]
    department = str(found.get("Product_department", "")).lower()
    sleeve = str(found.get("Sleeve_length", "")).lower().replace("-", " ")
    holds = {
        "mens_clothing": "mens-clothing" in categories,
        "shirts": department in ("shirt", "shirts") or any("shirts" in category for category in words),
        "short_sleeve": sleeve == "short sleeve" or any("short-sleeve" in name for name in categories),
    }
    return {name: True for name, held in holds.items() if held}
