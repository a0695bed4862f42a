"""`compare_epub`: two books, whatever files their chapters lie in."""

import posixpath
import zipfile
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from lxml import etree
from rapidfuzz.distance import Indel

from scalecua.tasks.metrics.archive import checked
from scalecua.tasks.metrics.documents import markup
from scalecua.tasks.metrics.documents.sides import both

CONTAINER = "META-INF/container.xml"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)
DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"
ABOUT = ("title", "creator", "language")
PAGES = (".html", ".xhtml", ".htm")
LINES_LIMIT = 100_000
Element = etree._Element


def compare_epub(result: Path, expected: Path) -> float:
    """How similar the books are: 1 less the share of lines to delete and insert to make both equal.

    Lines are the title, the authors and the language, the entries of the table of contents, then each
    paragraph or heading of the text in reading order. Identifiers, looks and how a book is divided into files
    do not count.
    """
    found, wanted = both("an EPUB book", _lines, result, expected)
    if not wanted:
        raise ValueError("the expected book has no line")
    return Indel.normalized_similarity(found, wanted)


def _lines(path: Path) -> list[str]:
    with zipfile.ZipFile(checked(path)) as archive:
        names = archive.namelist()
        place = _package(archive, names)
        package = etree.fromstring(archive.read(place), PARSER)
        items = {item.get("id"): _path(place, item) for item in _named(package, "item")}
        navigation = [_path(place, item) for item in _named(package, "item") if _is_navigation(item)]
        order = [items[item.get("idref")] for item in _named(package, "itemref")]
        order = order or sorted(name for name in names if name.endswith(PAGES))
        lines = [
            f"{name}: {markup.plain(element.text)}"
            for name in ABOUT
            for element in package.iter(f"{DUBLIN_CORE}{name}")
        ]
        lines += [f"contents: {entry}" for entry in _contents(archive, navigation, names)]
        for page in order:
            if page not in navigation:
                lines += markup.lines(markup.parsed(archive.read(page)))
            if len(lines) > LINES_LIMIT:
                raise ValueError(f"the book has more than {LINES_LIMIT} lines")
    return lines


def _package(archive: zipfile.ZipFile, names: list[str]) -> str:
    """Where the list of the book's files lies; a book that does not say it may have but one."""
    if CONTAINER in names:
        return _one(etree.fromstring(archive.read(CONTAINER), PARSER), "rootfile").get("full-path") or ""
    (only,) = (name for name in names if PurePosixPath(name).suffix == ".opf")
    return only


def _contents(archive: zipfile.ZipFile, navigation: list[str], names: list[str]) -> list[str]:
    """The entries of the table of contents: EPUB 3's where there is one, else EPUB 2's."""
    for page in navigation:
        navs = [nav for nav in markup.parsed(archive.read(page)).iter("nav") if _is_contents(nav)]
        return [markup.plain(str(link.text_content())) for nav in navs for link in nav.iter("a")]
    for name in names:
        if PurePosixPath(name).suffix == ".ncx":
            points = _named(etree.fromstring(archive.read(name), PARSER), "navPoint")
            return [markup.plain(_one(_one(point, "navLabel"), "text").text) for point in points]
    return []


def _is_navigation(item: Element) -> bool:
    return "nav" in (item.get("properties") or "").split()


def _is_contents(nav: Element) -> bool:
    return nav.get("epub:type") in (None, "toc")


def _path(package: str, item: Element) -> str:
    """Where in the archive an item lies: its name is relative to the package's."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(package), unquote(item.get("href") or "")))


def _named(element: Element, name: str) -> list[Element]:
    return list(element.iter(f"{{*}}{name}"))


def _one(element: Element, name: str) -> Element:
    for found in element.iter(f"{{*}}{name}"):
        return found
    raise ValueError(f"it has no {name}")
