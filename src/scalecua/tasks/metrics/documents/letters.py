"""How each character of a Word document looks."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from docx.document import Document

from scalecua.tasks.metrics.documents.inheritance import Chain, Inheritance, on, value
from scalecua.tasks.metrics.documents.wordprocessing import Element, opened, paragraphs, run_text, runs

# What Word shows where no size is set, in half points.
SIZE = "20"
# Values of a highlight or a shading that nobody sees.
UNSEEN = (None, "none", "auto", "white", "ffffff")
COLOR = re.compile("[0-9A-Fa-f]{6}")


@dataclass(frozen=True, slots=True)
class Look:
    """How a run of text looks; the size is in points, the colour six hexadecimal digits or None."""

    italic: bool
    struck: bool
    subscript: bool
    highlighted: bool
    size: float
    color: str | None


Letter = tuple[str, Look]


def letters(styles: Inheritance, paragraph: Element) -> Iterator[Letter]:
    """Every character of a paragraph, white space too, and its look."""
    for run in runs(paragraph):
        look = _look(styles.run(run, paragraph))
        yield from ((character, look) for character in run_text(run))


def visible(styles: Inheritance, chosen: Iterable[Element]) -> list[Letter]:
    """The characters of some paragraphs that are no white space."""
    return [
        letter for paragraph in chosen for letter in letters(styles, paragraph) if not letter[0].isspace()
    ]


def of_file(path: Path) -> list[Letter]:
    """The characters of a document that are no white space."""
    document = opened(path)
    return visible(Inheritance(document), paragraphs(document))


def fonts(document: Document) -> set[str | None]:
    """The fonts of all characters that are no white space."""
    styles = Inheritance(document)
    used: set[str | None] = set()
    for paragraph in paragraphs(document):
        for run in runs(paragraph):
            chain = styles.run(run, paragraph)
            scripts = {_script(character) for character in run_text(run) if not character.isspace()}
            used |= {styles.font(chain, script) for script in scripts}
    return used


def _look(chain: Chain) -> Look:
    color = value(chain, "color") or ""
    behind = value(chain, "highlight"), value(chain, "shd", "fill")
    return Look(
        italic=on(value(chain, "i")),
        struck=on(value(chain, "strike")) or on(value(chain, "dstrike")),
        subscript=value(chain, "vertAlign") == "subscript",
        highlighted=any((name and name.lower()) not in UNSEEN for name in behind),
        size=float(value(chain, "sz") or SIZE) / 2,
        color=color if COLOR.fullmatch(color) else None,
    )


def _script(character: str) -> str:
    """Which of a run's fonts shows a character."""
    if character.isascii():
        return "ascii"
    return "eastAsia" if unicodedata.east_asian_width(character) in "WF" else "hAnsi"
