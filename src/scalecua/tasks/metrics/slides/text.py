"""Paragraphs and runs of a presentation's text, as they look."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pptx.oxml.ns import qn

from scalecua.tasks.metrics.slides.style import NO_BULLET, Cascade, Look, attribute, bullet

LINE_BREAK = "\v"


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text with one look, never empty."""

    text: str
    look: Look


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: outline level, left margin in EMU, alignment (`l`, `ctr`, …), bullet and runs.

    A line break in `text` is a vertical tab. A field that changes by itself stands as `<its kind>`. `own`
    names those of alignment and bullet that the paragraph itself sets.
    """

    text: str
    level: int
    margin: int
    alignment: str
    bullet: tuple[str, str]
    runs: tuple[Run, ...]
    own: frozenset[str] = frozenset()

    @property
    def blank(self) -> bool:
        """Whether nothing of it is to be seen."""
        return not self.text.strip()


def paragraphs(body: Any, cascade: Cascade) -> tuple[Paragraph, ...]:
    """All paragraphs of a text body; none where all are empty, as in a shape without text."""
    found = tuple(_paragraph(item, cascade) for item in body.iterfind(qn("a:p")))
    return found if any(paragraph.text for paragraph in found) else ()


def _paragraph(element: Any, cascade: Cascade) -> Paragraph:
    own = element.find(qn("a:pPr"))
    level = 0 if own is None else int(own.get("lvl", "0"))
    sources = cascade.paragraph(element, level)
    pieces = list(_pieces(element))
    return Paragraph(
        "".join(text for _, text in pieces),
        level,
        int(attribute(sources, "marL", "0")),
        attribute(sources, "algn", "l"),
        bullet(sources) or NO_BULLET,
        tuple(Run(text, cascade.look(run, level)) for run, text in pieces if run is not None),
        _own(own),
    )


def _own(properties: Any) -> frozenset[str]:
    if properties is None:
        return frozenset()
    aligned = {"alignment"} if "algn" in properties.attrib else set()
    return frozenset(aligned | ({"bullet"} if bullet([properties]) else set()))


def _pieces(paragraph: Any) -> Iterator[tuple[Any, str]]:
    for child in paragraph:
        if child.tag == qn("a:br"):
            yield None, LINE_BREAK
        elif child.tag == qn("a:fld"):
            yield child, f"<{child.get('type', '').rstrip('0123456789')}>"
        elif child.tag == qn("a:r") and (text := child.findtext(qn("a:t"))):
            yield child, text
