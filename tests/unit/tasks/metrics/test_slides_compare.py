"""`compare_pptx_files` on content and looks: every option on, off, and against a near miss."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pptx
import pytest
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.enum.text import MSO_UNDERLINE, PP_ALIGN
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Pt

from scalecua.tasks.metrics.slides.compare_pptx_files import compare_pptx_files

Change = Callable[[Any], object]
# python-pptx leaves its constructor without types.
RGB: Any = RGBColor


def deck() -> Any:
    """Title and outline; a text box of two runs, a table and a group; a title alone."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "Plan"
    first.placeholders[1].text = "one\ntwo"
    first.notes_slide.notes_text_frame.text = "say hello"
    second = made.slides.add_slide(made.slide_layouts[6])
    box = second.shapes.add_textbox(1_000_000, 1_000_000, 4_000_000, 800_000)
    box.text_frame.text = "alpha "
    box.text_frame.paragraphs[0].add_run().text = "beta"
    box.text_frame.add_paragraph().text = "gamma"
    table = second.shapes.add_table(2, 2, 1_000_000, 3_000_000, 4_000_000, 800_000).table
    table.cell(0, 0).text, table.cell(1, 1).text = "head", "cell"
    grouped = second.shapes.add_group_shape()
    grouped.shapes.add_textbox(5_000_000, 5_000_000, 900_000, 300_000).text_frame.text = "inside"
    made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = "End"
    return made


def saved(path: Path, *changes: Change) -> Path:
    made = deck()
    for change in changes:
        change(made)
    made.save(str(path))
    return path


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("plain") / "plain.pptx")


def box(made: Any) -> Any:
    return made.slides[1].shapes[0].text_frame


def run(made: Any) -> Any:
    return box(made).paragraphs[0].runs[1]


def cell(made: Any) -> Any:
    return made.slides[1].shapes[1].table.cell(1, 1).text_frame.paragraphs[0].runs[0]


def inside(made: Any) -> Any:
    return made.slides[1].shapes[2].shapes[0].text_frame.paragraphs[0].runs[0]


def font(name: str, value: Any, where: Change = run) -> Change:
    return lambda made: setattr(where(made).font, name, value)  # type: ignore[attr-defined]


def color(red: int, green: int, blue: int, where: Callable[[Any], Any] = run) -> Change:
    return lambda made: setattr(where(made).font.color, "rgb", RGB(red, green, blue))


def accent(brightness: float) -> Change:
    def change(made: Any) -> None:
        run(made).font.color.theme_color = MSO_THEME_COLOR.ACCENT_2
        run(made).font.color.brightness = brightness

    return change


def strike(kind: str) -> Change:
    return lambda made: run(made).font._element.set("strike", kind)


def bullet(xml: str) -> Change:
    properties = f"<a:{xml} {nsdecls('a')}/>"
    return lambda made: box(made).paragraphs[1]._p.get_or_add_pPr().append(parse_xml(properties))


def margin(emu: int) -> Change:
    return lambda made: box(made).paragraphs[1]._p.get_or_add_pPr().set("marL", str(emu))


def background(red: int, green: int, blue: int, slide: int = 0) -> Change:
    def change(made: Any) -> None:
        fill = made.slides[slide].background.fill
        fill.solid()
        fill.fore_color.rgb = RGB(red, green, blue)

    return change


def extra_slide(made: Any) -> None:
    made.slides.add_slide(made.slide_layouts[6])


def swapped(made: Any) -> None:
    order = made.slides._sldIdLst
    order.append(order[0])


def split(made: Any) -> None:
    run(made).text = "be"
    box(made).paragraphs[0].add_run().text = "ta"


def text(value: str) -> Change:
    return lambda made: setattr(run(made), "text", value)


def level(number: int) -> Change:
    return lambda made: setattr(made.slides[0].placeholders[1].text_frame.paragraphs[1], "level", number)


def align(how: Any) -> Change:
    return lambda made: setattr(box(made).paragraphs[1], "alignment", how)


def note(value: str, slide: int = 0) -> Change:
    return lambda made: setattr(made.slides[slide].notes_slide.notes_text_frame, "text", value)


DIFFERENT = [
    ("examine_number_of_slides", extra_slide, None),
    ("examine_text", text("Beta"), None),
    ("examine_text", text("beta "), None),
    ("examine_run_count", split, None),
    ("examine_indent", level(1), None),
    ("examine_indent", margin(10_000), None),
    ("examine_font_name", font("name", "Arial"), font("name", "Arial Narrow")),
    ("examine_font_size", font("size", Pt(20)), font("size", Pt(20.5))),
    ("examine_font_size", font("size", Pt(20), inside), None),
    ("examine_font_bold", font("bold", True), None),
    ("examine_font_italic", font("italic", True), font("italic", False)),
    ("examine_color_rgb", color(255, 0, 0), color(254, 0, 0)),
    ("examine_color_rgb", color(255, 0, 0), None),
    ("examine_color_rgb", color(255, 0, 0, cell), None),
    ("examine_color_rgb", accent(0.4), color(0xD0, 0x96, 0x94)),
    ("examine_font_underline", font("underline", True), font("underline", MSO_UNDERLINE.DOUBLE_LINE)),
    ("examine_font_underline", font("underline", True), None),
    ("examine_strike_through", strike("sngStrike"), strike("dblStrike")),
    ("examine_strike_through", strike("sngStrike"), None),
    ("examine_alignment", align(PP_ALIGN.RIGHT), align(PP_ALIGN.CENTER)),
    ("examine_alignment", align(PP_ALIGN.RIGHT), None),
    ("examine_bullets", bullet('buChar char="•"'), bullet('buChar char="–"')),
    ("examine_bullets", bullet('buChar char="•"'), None),
    ("examine_bullets", bullet('buAutoNum type="arabicPeriod"'), bullet('buAutoNum type="alphaLcParenR"')),
    ("examine_background_color", background(0, 128, 0), background(0, 129, 0)),
    ("examine_background_color", background(0, 128, 0), None),
    ("examine_background_color", lambda made: made.slides[0].background.fill.gradient(), None),
    ("examine_note", note("say hello"), note("say Hello")),
    ("examine_note", note("say hello"), note("")),
]


@pytest.mark.parametrize(("option", "change", "other"), DIFFERENT)
def test_a_difference_counts_on_either_side_unless_it_is_not_examined(
    option: str, change: Change, other: Change | None, plain: Path, tmp_path: Path
) -> None:
    one, two = saved(tmp_path / "a.pptx", change), saved(tmp_path / "b.pptx", other) if other else plain
    assert compare_pptx_files(one, two) == compare_pptx_files(two, one, **{option: True}) == 0
    assert compare_pptx_files(one, two, **{option: False}) == 1


def removed(made: Any) -> None:
    shape = made.slides[1].shapes[1]._element
    shape.getparent().remove(shape)


def reordered(made: Any) -> None:
    tree = made.slides[1].shapes._spTree
    tree.append(made.slides[1].shapes[0]._element)


def another_row(made: Any) -> None:
    grid = made.slides[1].shapes[1].table._tbl
    grid.append(parse_xml(f'<a:tr {nsdecls("a")} h="1"><a:tc/><a:tc/></a:tr>'))


@pytest.mark.parametrize(
    "change",
    [
        swapped,
        removed,
        reordered,
        another_row,
        lambda made: box(made).add_paragraph(),
        lambda made: setattr(cell(made), "text", "Cell"),
        lambda made: setattr(inside(made), "text", "Inside"),
        lambda made: made.slides[2].shapes.add_textbox(0, 0, 1, 1),
        lambda made: made.slides[1].shapes[2].shapes.add_textbox(0, 0, 1, 1),
    ],
)
def test_content_that_no_single_option_turns_off(change: Change, plain: Path, tmp_path: Path) -> None:
    changed = saved(tmp_path / "b.pptx", change)
    assert compare_pptx_files(changed, plain, examine_shape=False) == 0
    assert compare_pptx_files(plain, changed, examine_shape=False) == 0
    assert compare_pptx_files(changed, changed) == 1


def header(made: Any) -> Any:
    return made.slides[1].shapes[1].table.cell(0, 0).text_frame.paragraphs[0].runs[0]


def link(made: Any) -> None:
    run(made).hyperlink.address = "https://example.org"


def drawn_link(made: Any) -> None:
    link(made)
    run(made).font.underline = True
    run(made).font.color.rgb = RGB(0, 0, 255)


def explicit(made: Any) -> None:
    """Every inherited look written out, as LibreOffice does on saving."""
    for slide in made.slides:
        for shape in (shape for shape in slide.shapes if shape.has_text_frame):
            size = 4400 if shape == slide.shapes.title else 3200 if shape.is_placeholder else 1800
            for paragraph in shape.text_frame.paragraphs:
                for piece in paragraph.runs:
                    piece.font.size, piece.font.bold, piece.font.name = Pt(size / 100), False, "Calibri"
                    piece.font.color.rgb = RGB(0, 0, 0)
                    piece.font._element.set("strike", "noStrike")
    made.slides[0].shapes.title.text_frame.paragraphs[0].alignment = PP_ALIGN.CENTER
    background(255, 255, 255)(made)


@pytest.mark.parametrize(
    ("change", "other"),
    [
        (explicit, None),
        (font("size", Pt(18.67)), font("size", Pt(18.7))),
        (lambda made: None, font("bold", False)),
        (align(PP_ALIGN.LEFT), None),
        (bullet("buNone"), None),
        (bullet('buChar char="§"'), bullet('buChar char="\uf0a7"')),
        (margin(343_080), margin(342_900)),
        (note("say hello"), note("say hello\n")),
        (lambda made: made.slides[2].notes_slide, None),
        (accent(0.4), color(0xD9, 0x96, 0x94)),
        (color(255, 255, 255, header), None),
        (drawn_link, link),
        (color(0, 0, 0), lambda made: setattr(run(made).font.color, "theme_color", MSO_THEME_COLOR.TEXT_1)),
    ],
)
def test_what_looks_the_same_is_the_same(
    change: Change, other: Change | None, plain: Path, tmp_path: Path
) -> None:
    one, two = saved(tmp_path / "a.pptx", change), saved(tmp_path / "b.pptx", other) if other else plain
    assert compare_pptx_files(one, two) == compare_pptx_files(two, one) == 1


def test_without_the_number_of_slides_the_common_ones_are_compared(plain: Path, tmp_path: Path) -> None:
    longer = saved(tmp_path / "b.pptx", extra_slide)
    wrong = saved(tmp_path / "c.pptx", extra_slide, text("x"))
    pptx.Presentation().save(str(tmp_path / "empty.pptx"))
    assert compare_pptx_files(plain, longer, examine_number_of_slides=False) == 1
    assert compare_pptx_files(wrong, plain, examine_number_of_slides=False) == 0
    assert compare_pptx_files(tmp_path / "empty.pptx", plain, examine_number_of_slides=False) == 0


def test_options_combine(plain: Path, tmp_path: Path) -> None:
    changed = saved(tmp_path / "b.pptx", font("bold", True), color(255, 0, 0), background(0, 0, 255))
    off = {"examine_font_bold": False, "examine_color_rgb": False, "examine_background_color": False}
    assert compare_pptx_files(changed, plain, **off, _note="a comment", enable_debug=False) == 1
    for name in off:
        assert compare_pptx_files(changed, plain, **{**off, name: True}) == 0


def test_without_runs_counted_every_character_keeps_its_look(tmp_path: Path) -> None:
    def half_bold(made: Any) -> None:
        split(made)
        box(made).paragraphs[0].runs[2].font.bold = True

    whole, half = saved(tmp_path / "a.pptx", font("bold", True)), saved(tmp_path / "b.pptx", half_bold)
    assert compare_pptx_files(half, whole, examine_run_count=False) == 0


@pytest.mark.parametrize("options", [{"examine_shapes": False}, {"examine_text": "no"}, {"examine_note": 1}])
def test_options_that_are_unknown_or_no_flags_are_named(options: dict[str, Any], plain: Path) -> None:
    with pytest.raises(TypeError, match=next(iter(options))):
        compare_pptx_files(plain, plain, **options)
