"""`check_tabstops`: the tab stops of paragraphs, and how tabs divide their words."""

from pathlib import Path

from scalecua.tasks.metrics.documents.inheritance import Inheritance
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, Element, W, opened, paragraphs, text

# Names that mean the same.
ALIGNMENTS = {"start": "left", "end": "right", "num": "left"}
# English Metric Units, python-docx's measure, in a twentieth of a point.
EMUS = 635
# Position, in twentieths of a point, and alignment.
Stop = tuple[int, str]
Line = tuple[str, list[Stop]]


def check_tabstops(
    result: Path, expected: Path, *, word_number_split_by_tabstop: int | None = None, index: int = 0
) -> float:
    """How near the tab stops are to the expected ones; 1 where they are the same.

    Paragraphs with text must have the same text but for white space, and tab stops as many and of the same
    alignments, else it is 0. What is lost is the mean over the paragraphs of how far the stops are off, as a
    share of the width of the text. With `word_number_split_by_tabstop` the piece number `index` between tabs
    must have that many words in every paragraph of the result.
    """
    (found, _), (wanted, width) = both(WHAT, _lines, result, expected)
    if [text.split() for text, _ in found] != [text.split() for text, _ in wanted]:
        return 0.0
    if word_number_split_by_tabstop is not None and any(
        _words(text, index) != word_number_split_by_tabstop for text, _ in found
    ):
        return 0.0
    lost = 0.0
    for (_, stops), (_, others) in zip(found, wanted, strict=True):
        if [alignment for _, alignment in stops] != [alignment for _, alignment in others]:
            return 0.0
        lost += sum(abs(at - other) for (at, _), (other, _) in zip(stops, others, strict=True)) / width
    return max(0.0, 1 - lost / max(1, len(wanted)))


def _lines(path: Path) -> tuple[list[Line], float]:
    """Text and tab stops of each paragraph that has text, and the width of the text."""
    document = opened(path)
    styles = Inheritance(document)
    lines = [(text(each), _stops(styles, each)) for each in paragraphs(document) if text(each).strip()]
    page = document.sections[0]
    if page.page_width is None or page.left_margin is None or page.right_margin is None:
        raise ValueError("the page has no width")
    return lines, (page.page_width - page.left_margin - page.right_margin) / EMUS


def _stops(styles: Inheritance, paragraph: Element) -> list[Stop]:
    """The stops in force: a style's, and those of the paragraph, which may clear some."""
    stops: dict[int, str] = {}
    for properties in reversed(styles.paragraph(paragraph)):
        for stop in properties.iterfind(f"{W}tabs/{W}tab"):
            at, alignment = round(float(stop.get(f"{W}pos"))), stop.get(f"{W}val")
            stops[at] = ALIGNMENTS.get(alignment, alignment)
    return [
        (at, alignment)
        for at, alignment in sorted(stops.items())
        if alignment != "clear" and (at, alignment) != (0, "left")
    ]


def _words(text: str, index: int) -> int:
    pieces = text.split("\t")
    return len(pieces[index].split()) if -len(pieces) <= index < len(pieces) else 0
