"""`compare_pptx_files`: two presentations show the same, in everything that the options examine."""

from itertools import groupby
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.slides import edge, place
from scalecua.tasks.metrics.slides.background import Background
from scalecua.tasks.metrics.slides.color import Color
from scalecua.tasks.metrics.slides.deck import Deck, Slide, read
from scalecua.tasks.metrics.slides.options import Options, parse
from scalecua.tasks.metrics.slides.picture import same_picture
from scalecua.tasks.metrics.slides.shapes import Shape
from scalecua.tasks.metrics.slides.style import Look
from scalecua.tasks.metrics.slides.text import Paragraph
from scalecua.tasks.metrics.unreadable import agents

SIZE_SLACK = 10
MARGIN_SLACK = 3600
_FIELDS = {
    "examine_font_name": "name",
    "examine_font_size": "size",
    "examine_font_bold": "bold",
    "examine_font_italic": "italic",
    "examine_color_rgb": "color",
    "examine_font_underline": "underline",
    "examine_strike_through": "strike",
}


def compare_pptx_files(result: Path, expected: Path, **options: Any) -> float:
    """1 where the slides agree in order, shape by shape from back to front, groups and tables included.

    Compared is what is shown, whether a file says it in so many words or inherits it from placeholders,
    masters and theme. Always: the number of shapes and of paragraphs, which shapes are pictures, tables and
    groups, rows and columns, and which pictures they are. Options, true unless said otherwise:

    - `examine_number_of_slides`; without it only the slides that both have are compared
    - `examine_shape`: position, size and turn of every shape (`place` has the tolerances);
      `examine_shape_lenient_height` (false) leaves the height out of that
    - `examine_text`: every character; `examine_run_count`: into how many runs a paragraph is divided
    - `examine_indent`: the left margin, which Impress keeps where it drops a level (within MARGIN_SLACK EMU);
      `examine_alignment`; `examine_bullets`: kind and character, not the colour
    - `examine_font_name`, `_font_size` (within SIZE_SLACK hundredths of a point), `_font_bold`,
      `_font_italic`, `_color_rgb`, `_font_underline`, `_strike_through`: of every character, in tables too
    - `examine_background_color`: the colour, or the kind of another fill
    - `examine_note`: the notes, white space at their ends aside
    - `examine_image_size` (false): size of pictures, position and size of everything else
    - `examine_modify_height` (false): height of shapes without text, position and size of the others
    - `examine_shape_for_shift_size` (false): position and size of every shape
    - `examine_title_bottom_position`, `examine_table_bottom_position`, `examine_right_position`,
      `examine_top_position` (false): see `edge`
    - `approximately_tolerance` (0.005): for positions and sizes; `enable_debug` has no effect
    """
    examine = parse(options)
    wanted = read(expected)
    with agents("a presentation"):
        found = read(result)
    return float(_same_deck(found, wanted, examine))


def _same_deck(found: Deck, wanted: Deck, examine: Options) -> bool:
    if examine.examine_number_of_slides and len(found.slides) != len(wanted.slides):
        return False
    if bool(found.slides) != bool(wanted.slides):
        return False
    pairs = zip(found.slides, wanted.slides, strict=False)
    return all(_same_slide(*pair, examine) for pair in pairs) and edge.moved(found, wanted, examine)


def _same_slide(found: Slide, wanted: Slide, examine: Options) -> bool:
    if examine.examine_background_color and not _same_background(found.background, wanted.background):
        return False
    if examine.examine_note and found.notes != wanted.notes:
        return False
    return _same_shapes(found.shapes, wanted.shapes, examine)


def _same_background(found: Background, wanted: Background) -> bool:
    if isinstance(found, Color) and isinstance(wanted, Color):
        return found.same(wanted)
    return found == wanted


def _same_shapes(found: tuple[Shape, ...], wanted: tuple[Shape, ...], examine: Options) -> bool:
    pairs = zip(found, wanted, strict=False)
    return len(found) == len(wanted) and all(_same_shape(*pair, examine) for pair in pairs)


def _same_shape(found: Shape, wanted: Shape, examine: Options) -> bool:
    if found.kind != wanted.kind or not place.placed(found, wanted, examine):
        return False
    shape = [[len(row) for row in side.cells] for side in (found, wanted)]
    if shape[0] != shape[1] or not same_picture(found.image, wanted.image):
        return False
    texts = [(found.text, wanted.text)]
    for row, other in zip(found.cells, wanted.cells, strict=True):
        texts += zip(row, other, strict=True)
    return all(_same_text(*pair, examine) for pair in texts) and _same_shapes(
        found.parts, wanted.parts, examine
    )


def _same_text(found: tuple[Paragraph, ...], wanted: tuple[Paragraph, ...], examine: Options) -> bool:
    pairs = zip(found, wanted, strict=False)
    return len(found) == len(wanted) and all(_same_paragraph(*pair, examine) for pair in pairs)


def _same_paragraph(found: Paragraph, wanted: Paragraph, examine: Options) -> bool:
    if examine.examine_text and found.text != wanted.text:
        return False
    if found.blank and wanted.blank:
        return True
    if examine.examine_indent and abs(found.margin - wanted.margin) > MARGIN_SLACK:
        return False
    if examine.examine_run_count and len(found.runs) != len(wanted.runs):
        return False
    # Where indents are not examined, nor is what follows from the outline level alone.
    loose = not examine.examine_indent and found.level != wanted.level
    for name, asked in (("alignment", examine.examine_alignment), ("bullet", examine.examine_bullets)):
        follows = loose and name not in found.own | wanted.own
        if asked and not follows and getattr(found, name) != getattr(wanted, name):
            return False
    return _same_looks(found, wanted, examine, loose)


def _same_looks(found: Paragraph, wanted: Paragraph, examine: Options, loose: bool) -> bool:
    """Character by character; where the texts differ, one stretch of a look after the other."""
    fields = [field for option, field in _FIELDS.items() if getattr(examine, option)]
    sides = [[look for run in side.runs for look in [run.look] * len(run.text)] for side in (found, wanted)]
    if found.text != wanted.text:
        sides = [_stretches(looks, fields) for looks in sides]
    if len(sides[0]) != len(sides[1]):
        return False
    return all(
        _same_look(mine, other, field)
        for mine, other in set(zip(*sides, strict=True))
        for field in fields
        if not loose or field in mine.own | other.own
    )


def _stretches(looks: list[Look], fields: list[str]) -> list[Look]:
    """The first look of every stretch that is alike in these fields."""
    grouped = groupby(looks, key=lambda look: [getattr(look, field) for field in fields])
    return [next(stretch) for _, stretch in grouped]


def _same_look(found: Look, wanted: Look, field: str) -> bool:
    if field == "size":
        return abs(found.size - wanted.size) <= SIZE_SLACK
    if field == "color":
        return found.color.same(wanted.color)
    return bool(getattr(found, field) == getattr(wanted, field))
