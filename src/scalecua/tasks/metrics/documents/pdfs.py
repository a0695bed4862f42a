"""`compare_pdfs` (texts) and `check_pdf_pages` (their number)."""

import operator
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.documents.pdf_pictures import alike, pictures
from scalecua.tasks.metrics.documents.pdf_text import WHAT, opened, text
from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.similarity import ratio
from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.unreadable import Unreadable, agents

RELATIONS = {name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")}


def compare_pdfs(result: Path | list[Path], expected: Path | list[Path]) -> float:
    """The similarity of the texts, what is filled into forms being text too; of several files the mean.

    Files without any text are compared by their pictures and their number of pages. Of several files those
    that cannot be read score 0; it is Unreadable where none can.
    """
    if isinstance(result, Path) and isinstance(expected, Path):
        return _similarity(result, expected)
    if not isinstance(result, list) or not isinstance(expected, list) or len(result) != len(expected):
        raise ValueError(f"result is {result!r} and expected {expected!r}; give one of each or as many")
    scores: list[float] = []
    unreadable: list[Unreadable] = []
    for one, other in zip(result, expected, strict=True):
        try:
            scores.append(_similarity(one, other))
        except Unreadable as error:
            unreadable.append(error)
    if not scores:
        raise unreadable[0]
    return sum(scores) / len(result)


def check_pdf_pages(result: Path, rules: dict[str, Any]) -> float:
    """1 where the number of pages is in the relation `rules["relation"]` to `rules["ref_value"]`."""
    relation, reference = known(rules, ("relation", "ref_value"))["relation"], rules["ref_value"]
    if relation not in RELATIONS:
        raise ValueError(f"relation is {relation!r}; choices: {', '.join(RELATIONS)}")
    with agents(WHAT):
        pages = len(opened(result).pages)
    return float(RELATIONS[relation](pages, reference))


def _similarity(result: Path, expected: Path) -> float:
    shown, meant = both(WHAT, opened, result, expected)
    # Reading every page takes time, and copies are common.
    if result.read_bytes() == expected.read_bytes():
        return 1.0
    with agents(WHAT):
        found = text(shown)
    wanted = text(meant)
    if found or wanted:
        return ratio(found, wanted)
    if len(shown.pages) != len(meant.pages):
        return 0.0
    with agents(WHAT):
        seen = pictures(shown)
    return alike(seen, pictures(meant))
