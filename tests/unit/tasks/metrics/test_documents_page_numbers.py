"""Page numbers in the footers of Word documents."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.document import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from scalecua.tasks.metrics.table import metric

Change = Callable[[Document], object]


def complex_field(*words: str) -> str:
    """A field whose words are spread over runs."""
    spread = "".join(f'<w:r><w:instrText xml:space="preserve">{word}</w:instrText></w:r>' for word in words)
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "end"))
    return begin + spread + end


def simple_field(words: str) -> str:
    return f'<w:fldSimple w:instr="{words}"><w:r><w:t>1</w:t></w:r></w:fldSimple>'


def footed(footer: Any, field: str) -> None:
    for element in parse_xml(f"<w:p {nsdecls('w')}>{field}</w:p>"):
        footer.paragraphs[0]._p.append(element)


def number(field: str) -> Change:
    return lambda document: footed(document.sections[0].footer, field)


def other_first_page(document: Document) -> None:
    document.sections[0].different_first_page_header_footer = True


def numbered_first_page(document: Document) -> None:
    footed(document.sections[0].first_page_footer, simple_field("PAGE"))


def other_even_pages(document: Document) -> None:
    document.settings.odd_and_even_pages_header_footer = True


def numbered_even_pages(document: Document) -> None:
    footed(document.sections[0].even_page_footer, simple_field("PAGE"))


def linked_section(document: Document) -> None:
    document.add_section()


def empty_section(document: Document) -> None:
    document.add_section().footer.is_linked_to_previous = False


def no_section(document: Document) -> None:
    document.element.body.remove(document.sections[0]._sectPr)


PAGE = number(simple_field("PAGE"))


@pytest.mark.parametrize(
    ("changes", "score"),
    [
        ([PAGE], 1),
        ([number(simple_field(r" PAGE \* MERGEFORMAT "))], 1),
        ([number(complex_field(" PA", "GE "))], 1),
        ([number(complex_field(" page "))], 1),
        ([number("<w:r><w:t>1</w:t></w:r>")], 0),
        ([number(simple_field("NUMPAGES"))], 0),
        ([number(simple_field("PAGEREF here"))], 0),
        ([number(complex_field("DATE"))], 0),
        ([], 0),
        ([PAGE, linked_section], 1),
        ([PAGE, empty_section], 0),
        ([no_section], 0),
        ([PAGE, other_first_page], 0),
        ([PAGE, other_first_page, numbered_first_page], 1),
        ([PAGE, numbered_first_page], 1),
        ([numbered_first_page, other_first_page], 0),
        ([PAGE, other_even_pages], 0),
        ([PAGE, other_even_pages, numbered_even_pages], 1),
    ],
)
def test_page_numbers(changes: list[Change], score: float, tmp_path: Path) -> None:
    document = docx.Document()
    for change in changes:
        change(document)
    document.save(str(tmp_path / "a.docx"))
    assert metric("has_page_numbers_in_footers")(tmp_path / "a.docx") == score
