"""A presentation as the metrics compare it: read whole, with everything inherited already worked out."""

from dataclasses import dataclass
from pathlib import Path

import pptx
from pptx.oxml.ns import qn
from pptx.presentation import Presentation
from pptx.slide import Slide as Source

from scalecua.tasks.metrics.archive import checked
from scalecua.tasks.metrics.slides import page as pages
from scalecua.tasks.metrics.slides.background import Background, background
from scalecua.tasks.metrics.slides.shapes import Shape, shapes


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide: its background, its notes without white space at their ends, its shapes from back to front."""

    background: Background
    notes: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The slides in the order in which they are shown, and their size in EMU."""

    width: int
    height: int
    slides: tuple[Slide, ...]


def opened(path: Path) -> Presentation:
    """The presentation in a .pptx file; any exception if it is none."""
    return pptx.Presentation(str(checked(path)))


def read(path: Path) -> Deck:
    """The deck in a .pptx file; any exception if it is none."""
    source = opened(path)
    slides = tuple(_slide(slide) for slide in source.slides)
    return Deck(int(source.slide_width or 0), int(source.slide_height or 0), slides)


def _slide(slide: Source) -> Slide:
    page = pages.of_slide(slide)
    tree = slide.element.find(f"{qn('p:cSld')}/{qn('p:spTree')}")
    return Slide(background(page), _notes(slide), shapes(tree, page, images(slide)))


def images(slide: Source) -> dict[str, bytes]:
    """The image files of a slide, by the identifier of their relationship."""
    return {
        name: relation.target_part.blob
        for name, relation in slide.part.rels.items()
        if not relation.is_external and relation.reltype.endswith("/image")
    }


def _notes(slide: Source) -> str:
    frame = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
    return "" if frame is None else frame.text.strip()
