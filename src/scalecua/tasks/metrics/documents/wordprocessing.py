"""Word documents (DOCX): their paragraphs, those in tables too, and the text of each.

Text that is marked as deleted and text in floating boxes is left out; inserted text, links and the results
of fields are in.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import docx
from docx.document import Document

from scalecua.tasks.metrics.archive import checked

WHAT = "a Word document"
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
LEFT_OUT = frozenset({FALLBACK, *(f"{W}{name}" for name in ("del", "moveFrom", "txbxContent", "rPr", "pPr"))})
CHARACTERS = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
# An element of a document; python-docx gives every tag a class of its own.
Element = Any


def opened(path: Path) -> Document:
    """The document at `path`; an exception if it is none or would expand to too much."""
    return docx.Document(str(checked(path)))


def paragraphs(document: Document) -> Iterator[Element]:
    """Every paragraph of the body and of its tables, in the order of the text."""
    return inside(document.element.body)


def inside(element: Element) -> Iterator[Element]:
    """Every paragraph below an element, in the order of the text."""
    return (child for child in walk(element) if child.tag == f"{W}p")


def outer(document: Document) -> Iterator[Element]:
    """The paragraphs that lie in no table."""
    return (child for child in walk(document.element.body, LEFT_OUT | {f"{W}tbl"}) if child.tag == f"{W}p")


def runs(paragraph: Element) -> Iterator[Element]:
    """The runs of a paragraph, which are stretches of text of one formatting."""
    return (child for child in walk(paragraph) if child.tag == f"{W}r")


def text(paragraph: Element) -> str:
    """The text of a paragraph."""
    return "".join(run_text(run) for run in runs(paragraph))


def run_text(run: Element) -> str:
    """The text of a run; tabs and line breaks are characters, breaks of pages are not."""
    return "".join(_characters(child) for child in run)


def walk(element: Element, left_out: frozenset[str] = LEFT_OUT) -> Iterator[Element]:
    """What lies below an element, in document order, without the elements `left_out` and all in them."""
    for child in element:
        if child.tag not in left_out:
            yield child
            yield from walk(child, left_out)


def _characters(child: Element) -> str:
    if child.tag == f"{W}t":
        return child.text or ""
    if child.tag == f"{W}br":
        return "\n" if child.get(f"{W}type", "textWrapping") == "textWrapping" else ""
    return CHARACTERS.get(child.tag, "")
