"""`compare_pptx_files` on positions and sizes, and on what was moved to an edge."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.enum.shapes import MSO_SHAPE
from pptx.oxml import parse_xml

from scalecua.tasks.metrics.slides.compare_pptx_files import compare_pptx_files
from scalecua.tasks.metrics.unreadable import Unreadable

Change = Callable[[Any], object]
NO_SHAPE = {"examine_shape": False}
# 10 by 7.5 inches.
WIDTH, HEIGHT = 9_144_000, 6_858_000


def png(shade: int = 40) -> BytesIO:
    data = BytesIO()
    Image.linear_gradient("L").point(lambda value: (value + shade) % 256).resize((60, 40)).save(data, "PNG")
    return BytesIO(data.getvalue())


def deck() -> Any:
    """Three pages: a title; a title, a text, a picture and an arrow; a title and a table."""
    made = pptx.Presentation()
    made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = "One"
    page = made.slides.add_slide(made.slide_layouts[5])
    page.shapes.title.text = "Two"
    page.shapes.add_textbox(500_000, 2_000_000, 2_000_000, 400_000).text_frame.text = "text"
    page.shapes.add_picture(png(), 1_000_000, 2_500_000, 1_500_000, 1_000_000)
    page.shapes.add_shape(MSO_SHAPE.RIGHT_ARROW, 5_000_000, 5_000_000, 1_000_000, 500_000)
    page = made.slides.add_slide(made.slide_layouts[5])
    page.shapes.title.text = "Three"
    page.shapes.add_table(2, 2, 1_000_000, 1_500_000, 4_000_000, 800_000)
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


def put(slide: int, shape: int, **sides: int) -> Change:
    def change(made: Any) -> None:
        target = made.slides[slide].shapes[shape]
        # A placeholder inherits no side any more once it has one of its own.
        before = {side: getattr(target, side) for side in ("left", "top", "width", "height")}
        for side, value in {**before, **sides}.items():
            setattr(target, side, value)

    return change


def turn(degrees: float) -> Change:
    return lambda made: setattr(made.slides[1].shapes[3], "rotation", degrees)


TITLE, TEXT, PICTURE, ARROW, TABLE = (1, 0), (1, 1), (1, 2), (1, 3), (2, 1)
SHAPE: dict[str, Any] = {}
LENIENT = {"examine_shape_lenient_height": True}
SHIFT = {**NO_SHAPE, "examine_shape_for_shift_size": True}
IMAGE = {**NO_SHAPE, "examine_image_size": True}
MODIFY = {**NO_SHAPE, "examine_modify_height": True}

PLACES = [
    (SHAPE, put(*TEXT, left=501_800), 1),
    (SHAPE, put(*TEXT, left=502_600), 0),
    (SHAPE, put(*TEXT, top=2_009_900), 1),
    (SHAPE, put(*TEXT, top=2_010_200), 0),
    (SHAPE, put(*TEXT, width=2_020_000), 0),
    (SHAPE, put(*TEXT, height=450_000), 0),
    (SHAPE, put(*TITLE, top=400_000), 0),
    (SHAPE, put(*TABLE, left=1_100_000), 0),
    (SHAPE, turn(0.4), 1),
    (SHAPE, turn(359.7), 1),
    (SHAPE, turn(5), 0),
    (NO_SHAPE, turn(90), 1),
    (NO_SHAPE, put(*TEXT, left=1, top=1, width=1, height=1), 1),
    ({"approximately_tolerance": 0.02}, put(*TEXT, top=2_030_000), 1),
    ({"approximately_tolerance": 0.0001}, put(*TEXT, top=2_009_900), 0),
    (LENIENT, put(*TEXT, height=900_000), 1),
    (LENIENT, put(*TEXT, top=2_100_000), 0),
    ({**LENIENT, **NO_SHAPE}, put(*TEXT, top=2_100_000), 1),
    (SHIFT, put(*TEXT, left=600_000), 0),
    (SHIFT, turn(90), 1),
    (IMAGE, put(*PICTURE, left=3_000_000, top=1_000_000), 1),
    (IMAGE, put(*PICTURE, width=1_520_000), 0),
    (IMAGE, put(*PICTURE, height=1_004_000), 1),
    (IMAGE, put(*PICTURE, height=1_006_000), 0),
    (IMAGE, put(*TEXT, left=600_000), 0),
    (MODIFY, put(*PICTURE, left=3_000_000, width=9), 1),
    (MODIFY, put(*PICTURE, height=1_010_000), 0),
    (MODIFY, put(*ARROW, height=510_000), 0),
    (MODIFY, put(*TEXT, width=2_100_000), 0),
]


@pytest.mark.parametrize(("options", "change", "score"), PLACES)
def test_places_and_sizes(
    options: dict[str, Any], change: Change, score: float, plain: Path, tmp_path: Path
) -> None:
    changed = saved(tmp_path / "b.pptx", change)
    assert compare_pptx_files(changed, plain, **options) == score
    assert compare_pptx_files(plain, changed, **options) == score


def edge(name: str) -> dict[str, Any]:
    return {**NO_SHAPE, f"examine_{name}_position": True}


MOVES = [
    ("title_bottom", [put(*TITLE, top=5_600_000)], 1),
    ("title_bottom", [put(*TITLE, top=3_601_000)], 1),
    ("title_bottom", [put(*TITLE, top=3_599_000)], 0),
    ("title_bottom", [put(*TITLE, top=2_857_500)], 0),
    ("title_bottom", [], 0),
    ("title_bottom", [put(*TITLE, top=HEIGHT + 1)], 0),
    ("title_bottom", [put(0, 0, top=5_600_000)], 0),
    ("title_bottom", [put(*TITLE, top=5_600_000), put(0, 0, top=5_600_000)], 0),
    ("title_bottom", [put(*TITLE, top=5_600_000), put(*TEXT, top=2_100_000)], 0),
    ("title_bottom", [put(*TITLE, top=5_600_000), put(*TEXT, height=500_000)], 1),
    ("title_bottom", [put(*TITLE, top=5_600_000), put(*PICTURE, height=900_000)], 0),
    ("table_bottom", [put(*TABLE, top=6_000_000)], 1),
    ("table_bottom", [put(*TABLE, top=3_400_000)], 0),
    ("table_bottom", [put(*TABLE, top=2_600_000, height=4_200_000)], 1),
    ("table_bottom", [], 0),
    ("table_bottom", [put(*TABLE, top=6_000_000), put(*TITLE, left=1)], 0),
    ("right", [put(*PICTURE, left=7_500_000)], 1),
    ("right", [put(*PICTURE, left=4_310_000)], 0),
    ("right", [put(*PICTURE, left=4_330_000)], 1),
    ("right", [put(*PICTURE, left=3_000_000, width=6_000_000)], 1),
    ("right", [put(*PICTURE, left=WIDTH)], 0),
    ("right", [], 0),
    ("right", [put(*PICTURE, left=7_500_000), put(*TEXT, left=1)], 1),
    ("top", [put(*PICTURE, top=0)], 1),
    ("top", [put(*PICTURE, top=1_979_000)], 1),
    ("top", [put(*PICTURE, top=1_990_000)], 0),
    ("top", [put(*PICTURE, top=-900_000)], 0),
    ("top", [], 0),
]


@pytest.mark.parametrize(("name", "changes", "score"), MOVES)
def test_moves_to_an_edge(
    name: str, changes: list[Change], score: float, plain: Path, tmp_path: Path
) -> None:
    after = saved(tmp_path / "b.pptx", *changes)
    assert compare_pptx_files(after, plain, **edge(name)) == score


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("title_bottom", put(*TITLE, top=5_700_000)),
        ("table_bottom", put(*TABLE, top=6_000_000)),
        ("right", put(*PICTURE, left=7_600_000)),
        ("top", put(*PICTURE, top=0)),
    ],
)
def test_the_move_may_be_in_the_expected_file_already(
    name: str, change: Change, plain: Path, tmp_path: Path
) -> None:
    moved = saved(tmp_path / "a.pptx", change)
    assert compare_pptx_files(moved, moved, **edge(name)) == 1
    assert compare_pptx_files(plain, moved, **edge(name)) == 0


def test_another_page_is_meant_where_the_usual_one_has_none(tmp_path: Path) -> None:
    def single(top: int) -> Path:
        made = pptx.Presentation()
        box = made.slides.add_slide(made.slide_layouts[6]).shapes.add_textbox(0, top, 2_000_000, 400_000)
        box.text_frame.text = "Product"
        made.save(str(tmp_path / f"{top}.pptx"))
        return tmp_path / f"{top}.pptx"

    assert compare_pptx_files(single(6_000_000), single(500_000), **edge("title_bottom")) == 1
    assert compare_pptx_files(single(600_000), single(500_000), **edge("title_bottom")) == 0
    with pytest.raises(ValueError, match="moved"):
        compare_pptx_files(single(500_000), single(500_000), **edge("right"))


def picture(path: Path, data: BytesIO) -> Path:
    made = pptx.Presentation()
    made.slides.add_slide(made.slide_layouts[6]).shapes.add_picture(data, 0, 0, 1_500_000, 1_000_000)
    made.save(str(path))
    return path


def test_pictures_may_be_encoded_anew_but_not_exchanged(tmp_path: Path) -> None:
    jpeg = BytesIO()
    Image.open(png()).save(jpeg, "JPEG", quality=90)
    wanted = picture(tmp_path / "a.pptx", png())
    assert compare_pptx_files(picture(tmp_path / "b.pptx", BytesIO(jpeg.getvalue())), wanted) == 1
    assert compare_pptx_files(picture(tmp_path / "c.pptx", png(100)), wanted) == 0


def test_groups_are_compared_where_they_stand_on_the_slide(tmp_path: Path) -> None:
    def grouped(name: str, scale: int, left: int) -> Path:
        made = pptx.Presentation()
        group = made.slides.add_slide(made.slide_layouts[6]).shapes.add_group_shape()
        for at in (0, 2_000_000):
            group.shapes.add_shape(MSO_SHAPE.OVAL, at // scale, 0, 1_000_000 // scale, 800_000 // scale)
        group.left, group.top, group.width, group.height = left, 500_000, 3_000_000, 800_000
        made.save(str(tmp_path / name))
        return tmp_path / name

    wanted = grouped("a.pptx", 1, 100_000)
    assert compare_pptx_files(grouped("b.pptx", 2, 100_000), wanted) == 1
    assert compare_pptx_files(grouped("c.pptx", 2, 200_000), wanted) == 0


def test_a_fallback_stands_for_its_alternatives(plain: Path, tmp_path: Path) -> None:
    def wrapped(made: Any) -> None:
        tree, shape = made.slides[1].shapes._spTree, made.slides[1].shapes[1]._element
        space = "http://schemas.openxmlformats.org/markup-compatibility/2006"
        outer = parse_xml(f'<mc:AlternateContent xmlns:mc="{space}"><mc:Fallback/></mc:AlternateContent>')
        tree.insert(tree.index(shape), outer)
        outer[0].append(shape)

    assert compare_pptx_files(saved(tmp_path / "a.pptx", wrapped), plain) == 1
    moved = saved(tmp_path / "b.pptx", put(*TEXT, left=1), wrapped)
    assert compare_pptx_files(moved, plain) == 0


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no zip", b"<xml/>"])
def test_a_broken_file_is_the_agents_or_the_tasks(data: bytes, plain: Path, tmp_path: Path) -> None:
    broken = tmp_path / "b.pptx"
    broken.write_bytes(data)
    with pytest.raises(Unreadable):
        compare_pptx_files(broken, plain)
    with pytest.raises(Exception, match=r".") as caught:
        compare_pptx_files(plain, broken)
    assert not isinstance(caught.value, Unreadable)
