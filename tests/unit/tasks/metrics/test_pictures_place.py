"""What is where in a picture: a green ground, a triangle in the middle, a text on the left; sizes."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

GREEN = (0, 200, 0)
RED, YELLOW = (255, 0, 0), (255, 242, 0)


def scene(
    ground: tuple[int, int, int] = (255, 255, 255),
    thing: tuple[int, int, int] = (0, 0, 0),
    shift: int = 0,
    size: tuple[int, int] = (120, 80),
) -> Image.Image:
    """A disc with a smooth edge on a plain ground."""
    mask = Image.new("L", (size[0] * 4, size[1] * 4))
    ImageDraw.Draw(mask).ellipse((160 + 4 * shift, 80, 320 + 4 * shift, 240), fill=255)
    image = Image.new("RGB", size, ground)
    image.paste(thing, (0, 0), mask.resize(size, Image.Resampling.BOX))
    return image


def dotted(image: Image.Image, colour: tuple[int, int, int], at: tuple[int, int]) -> Image.Image:
    image.putpixel(at, colour)
    return image


GROUNDS: list[tuple[str, Image.Image, Image.Image, int]] = [
    ("filled", scene(GREEN), scene(), 1),
    ("filled dark green", scene((0, 40, 0)), scene(), 1),
    ("red object", scene(GREEN, RED), scene(thing=RED), 1),
    ("wide and gray ground", scene(GREEN), scene((200, 200, 200)), 1),
    ("as it was", scene(), scene(), 0),
    ("yellow", scene(YELLOW), scene(), 0),
    ("turquoise", scene((0, 200, 200)), scene(), 0),
    ("a white corner", dotted(scene(GREEN), (255, 255, 255), (119, 79)), scene(), 0),
    ("all green", scene(GREEN, GREEN), scene(), 0),
    ("object painted", scene(GREEN, RED), scene(), 0),
    ("a dot on the object", dotted(scene(GREEN), GREEN, (60, 40)), scene(), 0),
    ("object moved", scene(GREEN, shift=10), scene(), 0),
    ("a row less", scene(GREEN).crop((0, 0, 120, 79)), scene(), 0),
]


@pytest.mark.parametrize(("name", "mine", "other", "wanted"), GROUNDS, ids=[case[0] for case in GROUNDS])
def test_green_background(
    tmp_path: Path, name: str, mine: Image.Image, other: Image.Image, wanted: int
) -> None:
    mine.save(tmp_path / "mine.png")
    other.save(tmp_path / "other.png")
    assert metric("check_green_background")(tmp_path / "mine.png", tmp_path / "other.png") == wanted


def triangle(
    x: float, y: float, colour: tuple[int, int, int] = YELLOW, size: tuple[int, int] = (200, 100)
) -> Image.Image:
    """An upright triangle, 30 wide and 30 high, with this centre of mass."""
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).polygon([(x, y - 20), (x - 15, y + 10), (x + 15, y + 10)], fill=colour)
    return image


def with_more(image: Image.Image) -> Image.Image:
    ImageDraw.Draw(image).rectangle((150, 20, 190, 80), fill="blue")
    return image


TRIANGLES = [
    ("centre of mass", triangle(100, 50), 1),
    ("bounding box", triangle(100, 55), 1),
    ("nearly too far right", triangle(109, 50), 1),
    ("too far right", triangle(112, 50), 0),
    ("too far left", triangle(88, 50), 0),
    ("too far up", triangle(100, 44), 0),
    ("too far down", triangle(100, 62), 0),
    ("on the side", triangle(30, 50), 0),
    ("red", triangle(100, 50, RED), 1),
    ("red on the side", triangle(30, 50, RED), 0),
    ("beside a blue block", with_more(triangle(100, 50)), 1),
    ("on the side of a blue block", with_more(triangle(40, 50)), 0),
    ("none", Image.new("RGB", (200, 100), "white"), 0),
    ("nothing to see", Image.new("RGBA", (200, 100)), 0),
]


@pytest.mark.parametrize(("name", "image", "wanted"), TRIANGLES, ids=[case[0] for case in TRIANGLES])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_triangle(tmp_path: Path, name: str, image: Image.Image, wanted: int, mode: str) -> None:
    image.convert(mode).save(tmp_path / "mine.png")
    assert metric("check_triangle_position")(tmp_path / "mine.png") == wanted


def text(left: int | None, colour: str = "black") -> Image.Image:
    image = Image.new("RGB", (200, 100), "orange")
    if left is not None:
        ImageDraw.Draw(image).rectangle((left, 40, left + 30, 50), fill=colour)
    return image


@pytest.mark.parametrize(
    ("image", "wanted"),
    [
        (text(0), 1),
        (text(9), 1),
        (text(10), 0),
        (text(100), 0),
        (text(None), 0),
        (text(0, "yellow"), 0),
        (Image.new("RGBA", (200, 100)), 0),
    ],
)
def test_textbox(tmp_path: Path, image: Image.Image, wanted: int) -> None:
    image.save(tmp_path / "mine.png")
    assert metric("check_textbox_on_leftside")(tmp_path / "mine.png") == wanted


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ({"width": 120, "height": 80}, 1),
        ({"width": 120}, 1),
        ({"height": 80}, 1),
        ({"width": 119, "height": 80}, 0),
        ({"height": 81}, 0),
        ({"width": 80, "height": 120}, 0),
        ({"height": 80, "ignore_transparent": False}, 1),
        ({"height": 60, "ignore_transparent": False}, 0),
        ({"height": 60, "ignore_transparent": True}, 1),
        ({"width": 100, "height": 60, "ignore_transparent": True}, 1),
        ({"height": 80, "ignore_transparent": True}, 0),
    ],
)
def test_image_size(tmp_path: Path, rules: dict[str, Any], wanted: int) -> None:
    image = Image.new("RGBA", (120, 80))
    image.paste((1, 2, 3, 255), (10, 10, 110, 70))
    image.save(tmp_path / "mine.png")
    assert metric("check_image_size")(tmp_path / "mine.png", rules) == wanted


@pytest.mark.parametrize("mode", ["RGB", "P", "L", "1", "CMYK", "I;16"])
def test_image_without_transparency_has_no_margins(tmp_path: Path, mode: str) -> None:
    Image.new("L", (12, 8)).convert(mode).save(tmp_path / "mine.tiff")
    rules = {"width": 12, "height": 8, "ignore_transparent": True}
    assert metric("check_image_size")(tmp_path / "mine.tiff", rules) == 1


def test_wholly_transparent_has_no_size(tmp_path: Path) -> None:
    Image.new("RGBA", (12, 8)).save(tmp_path / "mine.png")
    assert metric("check_image_size")(tmp_path / "mine.png", {"height": 8, "ignore_transparent": True}) == 0
    assert metric("check_image_size")(tmp_path / "mine.png", {"height": 8}) == 1


@pytest.mark.parametrize(("above", "wanted"), [(1, 1), (0, 0), (-1, 0)])
def test_file_size(tmp_path: Path, above: int, wanted: int) -> None:
    scene().save(tmp_path / "mine.jpeg")
    limit = (tmp_path / "mine.jpeg").stat().st_size + above
    assert metric("check_image_file_size")(tmp_path / "mine.jpeg", {"max_size": limit}) == wanted


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("check_image_size", {}),
        ("check_image_size", {"ignore_transparent": True}),
        ("check_image_size", {"height": 80, "depth": 3}),
        ("check_image_file_size", {}),
        ("check_image_file_size", {"max_size": 10_000, "min_size": 1}),
    ],
)
def test_rules_that_are_none(tmp_path: Path, name: str, rules: dict[str, Any]) -> None:
    scene().save(tmp_path / "mine.png")
    with pytest.raises(ValueError, match="rules are"):
        metric(name)(tmp_path / "mine.png", rules)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("check_triangle_position", ()),
        ("check_textbox_on_leftside", ()),
        ("check_image_size", ({"height": 80},)),
        ("check_image_file_size", ({"max_size": 10_000},)),
    ],
)
@pytest.mark.parametrize("data", [b"", b"text", b"\x89PNG\r\n\x1a\n" + bytes(50)])
def test_broken_result(tmp_path: Path, name: str, rules: tuple[Any, ...], data: bytes) -> None:
    (tmp_path / "mine.png").write_bytes(data)
    with pytest.raises(Unreadable):
        metric(name)(tmp_path / "mine.png", *rules)


def test_broken_green_background(tmp_path: Path) -> None:
    scene().save(tmp_path / "good.png")
    (tmp_path / "bad.png").write_bytes(b"text")
    with pytest.raises(Unreadable):
        metric("check_green_background")(tmp_path / "bad.png", tmp_path / "good.png")
    with pytest.raises(OSError, match="cannot identify"):
        metric("check_green_background")(tmp_path / "good.png", tmp_path / "bad.png")
