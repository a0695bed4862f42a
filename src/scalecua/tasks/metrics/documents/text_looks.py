"""Checks of how some of a text looks: italics, subscripts, strike-through, highlights."""

from pathlib import Path

from scalecua.tasks.metrics.documents import opendocument
from scalecua.tasks.metrics.documents.compare_docx_files import same_text
from scalecua.tasks.metrics.documents.inheritance import Inheritance
from scalecua.tasks.metrics.documents.letters import Letter, letters, of_file, visible
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, opened, outer, paragraphs, text
from scalecua.tasks.metrics.unreadable import agents

SIZE = 14


def check_italic_font_size_14(result: Path, expected: Path) -> float:
    """1 where both have the same text and all italic text has 14 points.

    Where the expected document has italics, they must be the same ones, and no other text may have got 14
    points.
    """
    if not same_text(result, expected):
        return 0.0
    found, wanted = both(WHAT, of_file, result, expected)
    if any(look.italic and look.size != SIZE for _, look in found):
        return 0.0
    if not any(look.italic for _, look in wanted):
        return 1.0
    pairs = list(zip(found, wanted, strict=True))
    same = all(one.italic == other.italic for (_, one), (_, other) in pairs)
    others = all(one.size != SIZE or other.size == SIZE for (_, one), (_, other) in pairs if not one.italic)
    return float(same and others)


def compare_subscript_contains(result: Path, expected: Path) -> float:
    """1 where both have subscripts, and the same characters of the same paragraphs are subscripts."""
    found, wanted = both(WHAT, _subscripts, result, expected)
    return float(bool(wanted) and found == wanted)


def evaluate_strike_through_last_paragraph(result: Path, expected: Path) -> float:
    """1 where both have the same text and all of the last paragraph with text is struck through.

    Where the expected document's last paragraph is struck through, nothing before it may be that is not in
    the expected document. Paragraphs in tables are not the last one.
    """
    if not same_text(result, expected):
        return 0.0
    found, wanted = both(WHAT, _before_and_last, result, expected)
    if not found[1] or not _struck(found[1]):
        return 0.0
    if not _struck(wanted[1]):
        return 1.0
    if len(found[0]) != len(wanted[0]):
        return 0.0
    pairs = zip(found[0], wanted[0], strict=True)
    return float(all(other.struck or not one.struck for (_, one), (_, other) in pairs))


def check_highlighted_words(result: Path, expected: Path) -> float:
    """1 where both have the same text and the result has no highlighted text, whatever the colour.

    White and transparent are no highlight.
    """
    if not same_text(result, expected):
        return 0.0
    with agents("a text document"):
        if opendocument.is_opendocument(result):
            return float(not opendocument.highlighted(result))
        return float(not any(look.highlighted for _, look in of_file(result)))


def _subscripts(path: Path) -> list[list[tuple[str, bool]]]:
    """Each paragraph that has a subscript: its characters, and whether they are subscripts."""
    document = opened(path)
    styles = Inheritance(document)
    marked = (
        [(character, look.subscript) for character, look in letters(styles, each) if not character.isspace()]
        for each in paragraphs(document)
    )
    return [each for each in marked if any(subscript for _, subscript in each)]


def _before_and_last(path: Path) -> tuple[list[Letter], list[Letter]]:
    """The characters of all but the last paragraph with text, and those of that paragraph."""
    document = opened(path)
    styles = Inheritance(document)
    last = next((each for each in reversed(list(outer(document))) if text(each).strip()), None)
    before = [each for each in paragraphs(document) if each is not last]
    return visible(styles, before), visible(styles, [] if last is None else [last])


def _struck(characters: list[Letter]) -> bool:
    return all(look.struck for _, look in characters)
