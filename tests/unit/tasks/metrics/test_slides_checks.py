"""Checks of single things in a presentation: transition, orientation, backgrounds, slide numbers, a cover."""

import copy
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.dml.color import RGBColor
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.util import Inches

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

MARKUP = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
P14 = 'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
P15 = 'xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main"'
RGB: Any = RGBColor
RED, GREY, BLUE, WHITE = "FF0000", "888888", "0000FF", "FFFFFF"


def saved(path: Path, made: Any) -> Path:
    made.save(str(path))
    return path


def deck(slides: int = 2) -> Any:
    made = pptx.Presentation()
    for _ in range(slides):
        made.slides.add_slide(made.slide_layouts[6])
    return made


def transition(kind: str, space: str = "") -> str:
    return f"<p:transition {nsdecls('p')} {space}>{kind}</p:transition>"


DISSOLVE = transition("<p:sndAc/><p:dissolve/>")
VORTEX = (
    f'<mc:AlternateContent {MARKUP} {P14}><mc:Choice Requires="p14">{transition("<p14:vortex/>", P14)}'
    f"</mc:Choice><mc:Fallback>{transition('<p:fade/>')}</mc:Fallback></mc:AlternateContent>"
)
CURTAINS = transition('<p15:prstTrans prst="curtains"/>', P15)


@pytest.mark.parametrize(
    ("xml", "at", "index", "kind", "score"),
    [
        (DISSOLVE, 0, 0, "dissolve", 1),
        (DISSOLVE, 0, 0, "fade", 0),
        (DISSOLVE, 1, 0, "dissolve", 0),
        (DISSOLVE, 1, 1, "dissolve", 1),
        (DISSOLVE, 0, 2, "dissolve", 0),
        (DISSOLVE, 0, 0, "sndAc", 0),
        (transition(""), 0, 0, "dissolve", 0),
        (VORTEX, 0, 0, "vortex", 1),
        (VORTEX, 0, 0, "fade", 0),
        (CURTAINS, 0, 0, "curtains", 1),
    ],
)
def test_transitions(xml: str, at: int, index: int, kind: str, score: float, tmp_path: Path) -> None:
    made = deck()
    made.slides[at].element.append(parse_xml(xml))
    path = saved(tmp_path / "a.pptx", made)
    assert metric("check_transition")(path, {"slide_idx": index, "transition_type": kind}) == score


def test_a_transition_belongs_to_the_slide_shown_at_that_place(tmp_path: Path) -> None:
    made = deck()
    made.slides[0].element.append(parse_xml(DISSOLVE))
    made.slides._sldIdLst.append(made.slides._sldIdLst[0])
    path = saved(tmp_path / "a.pptx", made)
    assert metric("check_transition")(path, {"slide_idx": 1, "transition_type": "dissolve"}) == 1


@pytest.mark.parametrize(("size", "score"), [((7, 10), 1), ((10, 7), 0), ((7, 7), 0)])
def test_portrait(size: tuple[int, int], score: float, tmp_path: Path) -> None:
    made = deck()
    made.slide_width, made.slide_height = map(Inches, size)
    assert metric("check_slide_orientation_Portrait")(saved(tmp_path / "a.pptx", made)) == score


def fill(target: Any, color: str) -> None:
    target.background.fill.solid()
    target.background.fill.fore_color.rgb = RGB.from_string(color)


def filled(*colors: str | None) -> Any:
    made = deck(len(colors))
    for slide, color in zip(made.slides, colors, strict=True):
        if color is not None:
            fill(slide, color)
    return made


def on_master(color: str) -> Any:
    made = deck()
    fill(made.slide_master, color)
    return made


def by_theme() -> Any:
    made = deck(1)
    made.slides[0].background.fill.solid()
    made.slides[0].background.fill.fore_color.theme_color = MSO_THEME_COLOR.ACCENT_1
    return made


def gradient() -> Any:
    made = deck(1)
    made.slides[0].background.fill.gradient()
    return made


@pytest.mark.parametrize(
    ("made", "rules", "score"),
    [
        (filled(BLUE, BLUE), {"rgb": [0, 0, 255], "original_rgb": [255, 255, 255]}, 1),
        (filled(BLUE, None), {"rgb": [0, 0, 255], "original_rgb": [255, 255, 255]}, 0.5),
        (filled(None, None), {"rgb": [0, 0, 255], "original_rgb": [255, 255, 255]}, 0),
        (filled(None), {"rgb": [255, 255, 255]}, 1),
        (filled("000000"), {"rgb": [255, 255, 255]}, 0),
        (filled("0000FC"), {"rgb": [0, 0, 255]}, 1 - 3 / (3**0.5 * 255)),
        (filled(RED), {"rgb": [0, 0, 255], "original_rgb": [255, 255, 255]}, 1 - (2 / 3) ** 0.5),
        (on_master(BLUE), {"rgb": [0, 0, 255], "original_rgb": [255, 255, 255]}, 1),
        (by_theme(), {"rgb": [0x4F, 0x81, 0xBD]}, 1),
        (gradient(), {"rgb": [0, 0, 255]}, 0),
        (deck(0), {"rgb": [0, 0, 255]}, 0),
    ],
)
def test_backgrounds_are_graded(made: Any, rules: dict[str, Any], score: float, tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pptx", made)
    assert metric("evaluate_presentation_fill_to_rgb_distance")(path, rules) == pytest.approx(score)


def number_of(tree: Any) -> Any:
    return next(shape for shape in tree.placeholders if "NUMBER" in str(shape.placeholder_format.type))


def paint(shape: Any, color: str) -> None:
    field = next(shape._element.iter(qn("a:fld")))
    properties = field.find(qn("a:rPr"))
    solid = f'<a:solidFill {nsdecls("a")}><a:srgbClr val="{color}"/></a:solidFill>'
    properties.insert(0, parse_xml(solid))


def numbered(slides: list[str | None], master: str | None = None) -> Any:
    """Slides with a number in these colours (None: without one of its own), on a master in that colour."""
    made = deck(len(slides))
    for slide, color in zip(made.slides, slides, strict=True):
        slide.shapes._spTree.append(copy.deepcopy(number_of(slide.slide_layout)._element))
        if color is not None:
            paint(number_of(slide), color)
    if master is not None:
        paint(number_of(made.slide_master), master)
    return made


def without_numbers(master: str) -> Any:
    made = deck()
    paint(number_of(made.slide_master), master)
    return made


@pytest.mark.parametrize(
    ("made", "color", "score"),
    [
        (numbered([RED, RED]), "red", 1),
        (numbered([RED, GREY]), "red", 0),
        (numbered([RED, None]), "red", 0),
        (numbered([None, None], RED), "red", 1),
        (numbered([None, GREY], RED), "red", 0),
        (numbered([None, None]), "red", 0),
        (without_numbers(RED), "red", 1),
        (without_numbers(GREY), "red", 0),
        (numbered([RED]), "blue", 0),
        (numbered(["C9211E"]), "red", 1),
        (numbered(["FF8000"]), "red", 0),
        (numbered(["808080"]), "black", 0),
        (numbered(["101010"]), "black", 1),
        (numbered(["00A933"]), "green", 1),
        (numbered(["2A6099"]), "blue", 1),
        (numbered(["FFFF00"]), "green", 0),
        (deck(0), "red", 0),
    ],
)
def test_colours_of_slide_numbers(made: Any, color: str, score: float, tmp_path: Path) -> None:
    assert metric("check_page_number_colors")(saved(tmp_path / "a.pptx", made), {"color": color}) == score


def png(shade: int = 200) -> BytesIO:
    data = BytesIO()
    Image.linear_gradient("L").point(lambda value: value * shade // 256).resize((80, 60)).save(data, "PNG")
    return BytesIO(data.getvalue())


def cover(path: Path, *box: float, shade: int = 200) -> Path:
    """A slide of 10 by 7.5 inches with a picture, in inches."""
    made = deck(1)
    made.slides[0].shapes.add_picture(png(shade), *(Inches(side) for side in box))
    return saved(path, made)


@pytest.mark.parametrize(
    ("box", "score"),
    [
        ((0, 0, 10, 7.5), 1),
        ((0.2, 0.15, 9.6, 7.2), 1),
        ((0.3, 0.25, 9.4, 7), 0),
        ((0.4, 0, 10, 7.5), 1),
        ((0.6, 0, 10, 7.5), 0),
        ((0, 0.6, 10, 7.5), 0),
        ((-1, -0.75, 12, 9), 0),
        ((1, 1, 4, 3), 0),
        ((0, 2, 10, 3.5), 0),
    ],
)
def test_a_picture_fills_the_slide(box: tuple[float, ...], score: float, tmp_path: Path) -> None:
    before, after = cover(tmp_path / "a.pptx", 1, 1, 4, 3), cover(tmp_path / "b.pptx", *box)
    assert metric("check_image_stretch_and_center")(after, before) == score


def test_a_picture_keeps_its_proportion_and_is_the_same(tmp_path: Path) -> None:
    check = metric("check_image_stretch_and_center")
    square, full = cover(tmp_path / "a.pptx", 1, 1, 3, 3), cover(tmp_path / "b.pptx", 0, 0, 10, 7.5)
    assert check(full, square) == 0
    assert check(cover(tmp_path / "c.pptx", 0, -1.25, 10, 10), square) == 1
    before = cover(tmp_path / "d.pptx", 1, 1, 4, 3)
    assert check(cover(tmp_path / "e.pptx", 0, 0, 10, 7.5, shade=90), before) == 0
    assert check(saved(tmp_path / "f.pptx", deck(0)), before) == 0
    with pytest.raises(ValueError, match="picture"):
        check(full, saved(tmp_path / "g.pptx", deck(1)))


def test_a_broken_presentation_is_unreadable(tmp_path: Path) -> None:
    broken, good = tmp_path / "broken.pptx", cover(tmp_path / "a.pptx", 1, 1, 4, 3)
    broken.write_bytes(b"PK broken")
    expected: dict[str, list[Any]] = {
        "check_transition": [{"slide_idx": 0, "transition_type": "dissolve"}],
        "check_page_number_colors": [{"color": "red"}],
        "evaluate_presentation_fill_to_rgb_distance": [{"rgb": [0, 0, 255]}],
        "check_slide_orientation_Portrait": [],
        "check_image_stretch_and_center": [good],
    }
    for name, sides in expected.items():
        with pytest.raises(Unreadable):
            metric(name)(broken, *sides)
    with pytest.raises(zipfile.BadZipFile):
        metric("check_image_stretch_and_center")(good, broken)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("check_transition", {"slide_idx": 0}),
        ("check_transition", {"slide_idx": -1, "transition_type": "dissolve"}),
        ("check_transition", {"slide_idx": 0, "transition_type": "dissolve", "speed": "slow"}),
        ("check_page_number_colors", {"color": "mauve"}),
        ("check_page_number_colors", {"colour": "red"}),
        ("evaluate_presentation_fill_to_rgb_distance", {"rgb": [0, 0]}),
        ("evaluate_presentation_fill_to_rgb_distance", {"rgb": [0, 0, 256]}),
        ("evaluate_presentation_fill_to_rgb_distance", {"original_rgb": [0, 0, 255]}),
    ],
)
def test_faults_of_the_task_raise(name: str, rules: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        metric(name)(saved(tmp_path / "a.pptx", deck()), rules)
