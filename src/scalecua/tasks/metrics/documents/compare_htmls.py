"""`compare_htmls`: two pages element by element."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from lxml.html import HtmlElement

from scalecua.tasks.metrics.documents.markup import parsed, plain
from scalecua.tasks.metrics.documents.sides import both

# What a program that writes a page says about itself and the time.
ABOUT = ("generator", "created", "changed", "date", "author", "changedby")
# Name, number of children, attributes, text inside before the first child, text after the element.
Node = tuple[str, int, dict[str, str], str, str]


def compare_htmls(result: Path, expected: Path, *, ignore_sdnum: bool = False) -> float:
    """1 where both have the same elements in the same order, each with the same attributes and text.

    White space, comments, the order of attributes, and what a page's head says about the program that wrote
    it do not count; with `ignore_sdnum` neither does the attribute of that name, which holds number formats.
    """
    found, wanted = both("an HTML file", lambda path: parsed(path.read_bytes()), result, expected)
    pairs = zip_longest(_nodes(found, ignore_sdnum), _nodes(wanted, ignore_sdnum))
    return float(all(one == other for one, other in pairs))


def _nodes(root: HtmlElement, ignore_sdnum: bool) -> Iterator[Node]:
    for element in root.iter():
        if _about(element):
            continue
        attributes = {f"{name}": f"{value}" for name, value in element.attrib.items()}
        if ignore_sdnum:
            attributes.pop("sdnum", None)
        children = sum(not _about(child) for child in element)
        yield str(element.tag), children, attributes, plain(element.text), plain(element.tail)


def _about(element: HtmlElement) -> bool:
    return element.tag == "meta" and (element.get("name") or "").lower() in ABOUT
