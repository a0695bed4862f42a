"""`has_page_numbers_in_footers` and `contains_page_break`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docx.document import Document

from scalecua.tasks.metrics.documents.wordprocessing import WHAT, Element, W, opened, walk
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.unreadable import agents

PAGE = re.compile(r"\bPAGE\b", re.IGNORECASE)


def has_page_numbers_in_footers(result: Path) -> float:
    """1 where every footer that a page of the document may show has a page number.

    A page number is the field that counts pages; a number that was typed is the same on every page. The
    first page and the even pages need it too where they have footers of their own.
    """
    with agents(WHAT):
        document = opened(result)
        return float(len(document.sections) > 0 and all(map(_numbered, _footers(document))))


def contains_page_break(result: Path, rules: dict[str, Any]) -> float:
    """1 where the text has `rules["page_break_count"]` page breaks, or any at all if that is not given."""
    count = known(rules, (), ("page_break_count",)).get("page_break_count")
    with agents(WHAT):
        breaks = sum(
            element.tag == f"{W}br" and element.get(f"{W}type") == "page"
            for element in walk(opened(result).element.body)
        )
    return float(breaks > 0 if count is None else breaks == count)


def _footers(document: Document) -> Iterator[list[Element]]:
    """For each kind of page the footers of the sections that may show it, an absent one as None."""
    sections = document.sections
    even = document.settings.odd_and_even_pages_header_footer
    yield _shown([section.footer for section in sections])
    if even:
        yield _shown([section.even_page_footer for section in sections])
    first = _shown([section.first_page_footer for section in sections])
    yield [
        footer
        for footer, section in zip(first, sections, strict=True)
        if section.different_first_page_header_footer
    ]


def _shown(footers: list[Any]) -> list[Element | None]:
    """What each section shows: its own footer, or that of the section before."""
    shown: list[Element | None] = []
    for footer in footers:
        before = shown[-1] if shown else None
        shown.append(before if footer.is_linked_to_previous else footer.part.element)
    return shown


def _numbered(footers: list[Element | None]) -> bool:
    return all(footer is not None and PAGE.search(_instructions(footer)) for footer in footers)


def _instructions(footer: Element) -> str:
    """What the fields of a footer do; a field's words may be spread over several elements."""
    words = []
    for element in footer.iter():
        if element.tag == f"{W}instrText":
            words.append(element.text or "")
        elif element.tag == f"{W}fldSimple":
            words.append(f" {element.get(f'{W}instr', '')} ")
        elif element.tag == f"{W}fldChar":
            words.append(" ")
    return "".join(words)
