"""`evaluate_colored_words_in_tables`: words in tables are red or blue by the letter they begin with."""

import unicodedata
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from docx.document import Document
from skimage.color import deltaE_ciede2000, rgb2lab

from scalecua.tasks.metrics.documents.compare_docx_files import same_text
from scalecua.tasks.metrics.documents.inheritance import Inheritance
from scalecua.tasks.metrics.documents.letters import letters
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, W, inside, opened, walk

RED, BLUE = (255, 0, 0), (0, 0, 255)
# The text of a word, and the colours of its characters.
Word = tuple[str, frozenset[str | None]]


def evaluate_colored_words_in_tables(result: Path, expected: Path, *, threshold: float = 3.5) -> float:
    """1 where both have the same text, the tables' words being the same, and these have the right colours.

    Every character of a word that begins with a vowel is red, of one that begins with another letter blue;
    what begins with no letter may have any colour. A colour is right if CIEDE2000 finds it no further than
    `threshold` from pure red or blue.
    """
    if not same_text(result, expected):
        return 0.0
    found, wanted = both(WHAT, _words, result, expected)
    if [word for word, _ in found] != [word for word, _ in wanted]:
        return 0.0
    right = {
        (vowel, color): _near(color, RED if vowel else BLUE, threshold)
        for word, colors in found
        if (vowel := _begins_with_vowel(word)) is not None
        for color in colors
    }
    return float(all(right.values()))


def _words(path: Path) -> list[Word]:
    document = opened(path)
    return [word for cell in _cells(document) for word in cell]


def _cells(document: Document) -> Iterator[list[Word]]:
    styles = Inheritance(document)
    tables = [child for child in walk(document.element.body) if child.tag == f"{W}tbl"]
    nested = {inner for table in tables for inner in walk(table) if inner.tag == f"{W}tbl"}
    for table in tables:
        if table in nested:
            continue
        for paragraph in inside(table):
            groups = groupby(letters(styles, paragraph), key=lambda letter: letter[0].isspace())
            words = [list(group) for blank, group in groups if not blank]
            yield [
                ("".join(character for character, _ in word), frozenset(look.color for _, look in word))
                for word in words
            ]


def _begins_with_vowel(word: str) -> bool | None:
    """None where it begins with no letter; accents make no difference."""
    first = unicodedata.normalize("NFD", word)[0].lower()
    return first in "aeiou" if first.isalpha() else None


def _near(color: str | None, target: tuple[int, int, int], threshold: float) -> bool:
    if color is None:
        return False
    rgb = bytes.fromhex(color)
    lab, wanted = (rgb2lab([part / 255 for part in parts]) for parts in (rgb, target))
    return bool(deltaE_ciede2000(lab, wanted) <= threshold)  # type: ignore[no-untyped-call]
