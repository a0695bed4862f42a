"""HTML pages and EPUB books."""

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from lxml import etree

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

HEAD = '<html><head><meta charset="utf-8"/><title>t</title></head><body>'
PAGE = HEAD + '<table><tr><td align="right" sdval="1" sdnum="1033;">One é</td><td>two</td></tr></table>'


def page(path: Path, text: str) -> Path:
    path.write_text(text + "</body></html>")
    return path


@pytest.mark.parametrize(
    ("old", "new", "ignore_sdnum", "score"),
    [
        ("", "", False, 1),
        ("One", "one", False, 0),
        ("One", "Two", False, 0),
        ("<tr>", "\n  <tr>\n", False, 1),
        ("One é", " One\n é ", False, 1),
        ("One é", "Oneé", False, 0),
        ("<tr>", "<!-- here --><tr>", False, 1),
        ("<td>two</td>", "", False, 0),
        ("<td>two</td>", "<td>two</td><td></td>", False, 0),
        ("<td>two</td>", "<th>two</th>", False, 0),
        ("<td>two</td>", "<td><b>two</b></td>", False, 0),
        ("</table>", "</table><p>more</p>", False, 0),
        ('align="right"', 'align="left"', False, 0),
        ('align="right" sdval="1"', 'SDVAL="1" ALIGN="right"', False, 1),
        ('align="right" ', "", True, 0),
        ('sdval="1"', 'sdval="2"', True, 0),
        ("1033;", "2057;", False, 0),
        ("1033;", "2057;", True, 1),
        (' sdnum="1033;"', "", True, 1),
        ("<title>", '<meta name="generator" content="another"/><title>', False, 1),
        ("<title>", '<meta name="viewport" content="another"/><title>', False, 0),
        ("<title>t<", "<title>u<", False, 0),
    ],
)
def test_pages(old: str, new: str, ignore_sdnum: bool, score: float, tmp_path: Path) -> None:
    sides = page(tmp_path / "a.html", PAGE.replace(old, new, 1)), page(tmp_path / "b.html", PAGE)
    options = {"ignore_sdnum": True} if ignore_sdnum else {}
    assert metric("compare_htmls")(*sides, **options) == score
    assert metric("compare_htmls")(*reversed(sides), **options) == score


def test_broken_pages(tmp_path: Path) -> None:
    good, bad = page(tmp_path / "a.html", PAGE), tmp_path / "b.html"
    bad.write_bytes(b"\xff\xfe nothing")
    with pytest.raises(Unreadable):
        metric("compare_htmls")(bad, good)
    with pytest.raises(ValueError, match="no tag"):
        metric("compare_htmls")(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric("compare_htmls")(good, good, unknown=1)


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/content.opf"/></rootfiles></container>'
)
PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
    "<dc:title>{title}</dc:title><dc:identifier>{identifier}</dc:identifier></metadata><manifest>"
    '<item id="toc" href="{toc}" media-type="{kind}" {more}/>{items}</manifest><spine>{spine}</spine>'
    "</package>"
)
NAV = '<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc">{}</nav></body></html>'
NCX = '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{}</navMap></ncx>'
LABEL = "<navPoint><navLabel><text>{}</text></navLabel></navPoint>"
CHAPTERS = ("<h1>One</h1><p>It <i>was</i> dark.</p>", "<h1>Two</h1><p>It was light.</p>")


def book(
    path: Path,
    chapters: Sequence[str] = CHAPTERS,
    contents: Sequence[str] = ("One", "Two"),
    title: str = "Tale",
    identifier: str = "1",
    newer: bool = False,
) -> Path:
    """A book of EPUB 2, or the `newer` 3."""
    places = [f"text {number}.xhtml" for number in range(len(chapters))]
    items = "".join(
        f'<item id="c{number}" href="{place.replace(" ", "%20")}" media-type="application/xhtml+xml"/>'
        for number, place in enumerate(places)
    )
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(len(chapters)))
    toc, kind = ("nav.xhtml", "application/xhtml+xml") if newer else ("toc.ncx", "application/x-dtbncx+xml")
    links = "".join(f"<li><a href='x'>{label}</a></li>" for label in contents)
    points = "".join(map(LABEL.format, contents))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip")
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr(
            "OEBPS/content.opf",
            PACKAGE.format(
                title=title,
                identifier=identifier,
                toc=toc,
                kind=kind,
                more='properties="nav"' if newer else "",
                items=items,
                spine=spine,
            ),
        )
        archive.writestr(f"OEBPS/{toc}", NAV.format(links) if newer else NCX.format(points))
        for place, chapter in zip(places, chapters, strict=True):
            archive.writestr(
                f"OEBPS/{place}", f"<html><head><title>x</title></head><body>{chapter}</body></html>"
            )
    return path


def test_the_same_book_in_other_files_is_the_same(tmp_path: Path) -> None:
    wanted = book(tmp_path / "wanted.epub")
    for number, found in enumerate(
        (
            book(tmp_path / "1.epub", identifier="2"),
            book(tmp_path / "2.epub", newer=True),
            book(tmp_path / "3.epub", ["".join(CHAPTERS)]),
            book(tmp_path / "4.epub", [chapter.replace(" ", "\n ") for chapter in CHAPTERS]),
        )
    ):
        assert metric("compare_epub")(found, wanted) == 1, number


@pytest.mark.parametrize(
    ("chapters", "contents", "title", "score"),
    [
        (CHAPTERS[:1], ["One", "Two"], "Tale", 10 / 12),
        ([*CHAPTERS, "<p>More.</p>"], ["One", "Two"], "Tale", 14 / 15),
        ([CHAPTERS[0], CHAPTERS[1].replace("light", "Light")], ["One", "Two"], "Tale", 12 / 14),
        (CHAPTERS[::-1], ["One", "Two"], "Tale", 10 / 14),
        (CHAPTERS, ["One"], "Tale", 12 / 13),
        (CHAPTERS, ["One", "Two"], "A tale", 12 / 14),
    ],
)
def test_other_books(
    chapters: Sequence[str], contents: list[str], title: str, score: float, tmp_path: Path
) -> None:
    sides = book(tmp_path / "a.epub", chapters, contents, title), book(tmp_path / "b.epub")
    assert metric("compare_epub")(*sides) == pytest.approx(score)
    assert metric("compare_epub")(*reversed(sides)) == pytest.approx(score)


def test_a_book_of_no_container_has_its_files_in_order(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.epub", "w") as archive:
        archive.writestr("content.opf", '<package xmlns:dc="http://purl.org/dc/elements/1.1/"/>')
        archive.writestr("2.html", "<p>b</p>")
        archive.writestr("1.html", "<p>a</p>")
    with zipfile.ZipFile(tmp_path / "b.epub", "w") as archive:
        archive.writestr("content.opf", '<package xmlns:dc="http://purl.org/dc/elements/1.1/"/>')
        archive.writestr("all.html", "<p>a</p><p>b</p>")
    assert metric("compare_epub")(tmp_path / "a.epub", tmp_path / "b.epub") == 1


def test_broken_books(tmp_path: Path) -> None:
    good, bad, worse = book(tmp_path / "a.epub"), tmp_path / "b.epub", tmp_path / "c.epub"
    bad.write_bytes(b"no zip file")
    with zipfile.ZipFile(worse, "w") as archive:
        archive.writestr("META-INF/container.xml", "<container>")
    for broken in (bad, worse):
        with pytest.raises(Unreadable):
            metric("compare_epub")(broken, good)
        with pytest.raises((zipfile.BadZipFile, etree.XMLSyntaxError)):
            metric("compare_epub")(good, broken)
    with pytest.raises(TypeError, match="unknown"):
        metric("compare_epub")(good, good, unknown=1)
