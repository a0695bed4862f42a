"""OpenDocument texts (ODT): the text of their paragraphs, and whether any of it has a background.

Comments, notes, floating frames and the record of deleted text are left out.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from scalecua.tasks.metrics.archive import checked

MIMETYPE = b"application/vnd.oasis.opendocument.text"
NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE, TEXT, STYLE = (f"{{{NAMES}{name}:1.0}}" for name in ("office", "text", "style"))
DRAW, FO = f"{{{NAMES}drawing:1.0}}", f"{{{NAMES}xsl-fo-compatible:1.0}}"
LEFT_OUT = (DRAW, f"{OFFICE}annotation", f"{TEXT}note", f"{TEXT}tracked-changes")
PARAGRAPHS = (f"{TEXT}p", f"{TEXT}h")
BLANK = (None, "transparent", "#ffffff")
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)
# More blanks than this in one element are no text.
BLANKS_LIMIT = 100_000
Element = etree._Element
# Each style by its family and its name.
Styles = dict[tuple[str | None, str | None], Element]


def is_opendocument(path: Path) -> bool:
    """Whether the zip file calls itself an OpenDocument text."""
    with zipfile.ZipFile(checked(path)) as archive:
        return "mimetype" in archive.namelist() and archive.read("mimetype").startswith(MIMETYPE)


def texts(path: Path) -> list[str]:
    """The text of each paragraph and heading, those in tables too, in order."""
    return [_text(paragraph) for paragraph in _paragraphs(_part(path, "content.xml"))]


def highlighted(path: Path) -> bool:
    """Whether any character but white space has a background that is neither transparent nor white."""
    styles = {**_styles(_part(path, "styles.xml")), **_styles(content := _part(path, "content.xml"))}
    return any(_marked(paragraph, styles, False) for paragraph in _paragraphs(content))


def _part(path: Path, name: str) -> Element:
    with zipfile.ZipFile(checked(path)) as archive:
        return etree.fromstring(archive.read(name), PARSER)


def _paragraphs(content: Element) -> Iterator[Element]:
    body = content.find(f"{OFFICE}body/{OFFICE}text")
    if body is None:
        raise ValueError("it has no text")
    return (element for element in _walk(body) if element.tag in PARAGRAPHS)


def _walk(element: Element) -> Iterator[Element]:
    for child in element:
        if isinstance(child.tag, str) and not child.tag.startswith(LEFT_OUT):
            yield child
            yield from _walk(child)


def _text(paragraph: Element) -> str:
    """Runs of white space in the file stand for one space; more have elements of their own."""
    return re.sub(" +", " ", "".join(_pieces(paragraph))).strip(" ").replace("\0", " ")


def _pieces(element: Element) -> Iterator[str]:
    yield _collapsed(element.text)
    for child in element:
        if isinstance(child.tag, str) and not child.tag.startswith(LEFT_OUT):
            yield _blank(child)
            yield from _pieces(child)
        yield _collapsed(child.tail)


def _collapsed(text: str | None) -> str:
    return re.sub(r"[ \t\r\n]+", " ", text or "")


def _blank(element: Element) -> str:
    """White space that an element stands for; spaces are marked, for they stay where they are."""
    if element.tag == f"{TEXT}s":
        return "\0" * min(int(element.get(f"{TEXT}c", "1")), BLANKS_LIMIT)
    return {f"{TEXT}tab": "\t", f"{TEXT}line-break": "\n"}.get(str(element.tag), "")


def _styles(part: Element) -> Styles:
    styles = part.iter(f"{STYLE}style")
    return {(style.get(f"{STYLE}family"), style.get(f"{STYLE}name")): style for style in styles}


def _marked(element: Element, styles: Styles, before: bool) -> bool:
    """Whether characters in an element are highlighted, `before` being so outside it."""
    own = _background(element, styles)
    here = before if own is None else own not in BLANK
    if here and (element.text or "").strip():
        return True
    return any(
        (not str(child.tag).startswith(LEFT_OUT) and _marked(child, styles, here))
        or (here and bool((child.tail or "").strip()))
        for child in element
    )


def _background(element: Element, styles: Styles) -> str | None:
    """The background that an element's style, or one that it comes from, gives to characters."""
    family = "paragraph" if element.tag in PARAGRAPHS else "text"
    name = element.get(f"{TEXT}style-name")
    seen: set[str] = set()
    while name is not None and (family, name) in styles and name not in seen:
        seen.add(name)
        style = styles[family, name]
        properties = style.find(f"{STYLE}text-properties")
        color = None if properties is None else properties.get(f"{FO}background-color")
        if color is not None:
            return color.lower()
        name = style.get(f"{STYLE}parent-style-name")
    return None
