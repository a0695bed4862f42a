"""Word documents for tests: runs with looks, in paragraphs and in the cells of a table."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
from docx.document import Document
from docx.text.paragraph import Paragraph

# A run: its text, and the attributes that its font gets.
Run = tuple[str, dict[str, Any]]
Runs = list[Run]


def filled(paragraph: Paragraph, runs: Runs) -> None:
    for text, looks in runs:
        run = paragraph.add_run(text)
        for name, value in looks.items():
            target: Any = run.font.color if name == "rgb" else run.font
            setattr(target, name, value)


def word(path: Path, *paragraphs: Runs, cells: tuple[Runs, ...] = ()) -> Path:
    document = docx.Document()
    for runs in paragraphs:
        filled(document.add_paragraph(), runs)
    if cells:
        table = document.add_table(1, len(cells))
        for cell, runs in zip(table.rows[0].cells, cells, strict=True):
            filled(cell.paragraphs[0], runs)
    document.save(str(path))
    return path


def changed(path: Path, change: Callable[[Document], object]) -> Path:
    document = docx.Document()
    change(document)
    document.save(str(path))
    return path
