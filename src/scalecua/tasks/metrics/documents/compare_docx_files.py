"""`compare_docx_files` and the same without new lines: the text of Word (or OpenDocument) files."""

from pathlib import Path

from scalecua.tasks.metrics.documents import opendocument, wordprocessing
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.similarity import bounded, ratio
from scalecua.tasks.metrics.unreadable import Unreadable


def compare_docx_files(
    result: Path,
    expected: Path,
    *,
    ignore_blanks: bool = True,
    ignore_case: bool = False,
    ignore_order: bool = False,
    content_only: bool = False,
    fuzzy_match: bool = False,
    delete_empty_lines: bool = False,
) -> float:
    """1 where the paragraphs of both, those in tables too, have the same text; looks are not compared.

    `ignore_blanks` makes all white space, ends of paragraphs too, one blank. `ignore_order` lets paragraphs
    stand in any order. `delete_empty_lines` drops paragraphs without text.
    `fuzzy_match` gives the similarity of the texts in place of 0 or 1: of the whole with `ignore_blanks`,
    else the mean over the paragraphs, 0 if they are not as many. `content_only` gives the similarity of the
    whole, white space never counting.
    """
    found, wanted = _texts(result, expected)
    if ignore_case:
        found, wanted = ([line.casefold() for line in side] for side in (found, wanted))
    as_one = ignore_blanks or content_only
    if as_one:
        found, wanted = ([" ".join(line.split()) for line in side] for side in (found, wanted))
    if as_one or delete_empty_lines:
        found, wanted = ([line for line in side if line.strip()] for side in (found, wanted))
    if ignore_order:
        found, wanted = sorted(found), sorted(wanted)
    if as_one:
        found, wanted = [" ".join(found)], [" ".join(wanted)]
    return _similarity(found, wanted) if fuzzy_match or content_only else float(found == wanted)


def compare_docx_files_and_ignore_new_lines(
    result: Path, expected: Path, *, ignore_blanks: bool = True
) -> float:
    """1 where the lines that have text are the same; a line ends with its paragraph or at a line break.

    `ignore_blanks` makes all white space, ends of lines too, one blank.
    """
    found, wanted = (_lines(side) for side in _texts(result, expected))
    if ignore_blanks:
        found, wanted = " ".join(found).split(), " ".join(wanted).split()
    return float(found == wanted)


def same_text(result: Path, expected: Path) -> bool:
    """Whether both have the same text but for white space; what most checks of a look ask first."""
    return compare_docx_files(result, expected) == 1


def _texts(result: Path, expected: Path) -> tuple[list[str], list[str]]:
    (kind, found), (wanted_kind, wanted) = both("a text document", _read, result, expected)
    if kind != wanted_kind:
        raise Unreadable(f"the result is {kind}, not {wanted_kind}")
    return found, wanted


def _read(path: Path) -> tuple[str, list[str]]:
    """What kind of document it is, and the text of each paragraph."""
    if opendocument.is_opendocument(path):
        kind, texts = "an OpenDocument text", opendocument.texts(path)
    else:
        paragraphs = wordprocessing.paragraphs(wordprocessing.opened(path))
        kind, texts = wordprocessing.WHAT, [wordprocessing.text(each) for each in paragraphs]
    bounded(" ".join(texts))
    return kind, texts


def _lines(texts: list[str]) -> list[str]:
    return [line for text in texts for line in text.split("\n") if line.strip()]


def _similarity(found: list[str], wanted: list[str]) -> float:
    if len(found) != len(wanted):
        return 0.0
    if not found:
        return 1.0
    pairs = zip(found, wanted, strict=True)
    return sum(ratio(one, other) for one, other in pairs) / len(found)
