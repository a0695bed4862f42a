"""Actions are drawn where they happened, and what is no picture is not drawn on."""

import io
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from scalecua.core import action as a
from scalecua.recipe.marks import COLOUR, WIDTH, picture
from scalecua.recipe.wording import words

SCREEN = (800, 640)


def shot(size: tuple[int, int] = SCREEN, kind: str = "JPEG") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, (20, 30, 40)).save(buffer, kind)
    return buffer.getvalue()


def marked(
    actions: Sequence[a.Action], data: bytes | None = None
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which pixels have about the colour of a mark."""
    drawn = picture(data or shot(), SCREEN, actions)
    assert drawn is not None
    with Image.open(io.BytesIO(drawn)) as image:
        assert image.size == (WIDTH, 384)
        pixels = np.asarray(image.convert("RGB")).astype(int)
    near: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = np.abs(pixels - np.array(COLOUR)).sum(axis=2) < 90
    return near


def test_a_click_is_drawn_around_its_point() -> None:
    rows, columns = np.nonzero(marked([a.LeftClick(400, 320)]))
    assert abs(columns.mean() - 240) < 2
    assert abs(rows.mean() - 192) < 2
    assert rows.max() - rows.min() < 50


def test_a_drag_reaches_from_one_end_to_the_other() -> None:
    _, columns = np.nonzero(marked([a.LeftClickDrag(100, 100, 700, 500)]))
    assert columns.min() < 70
    assert columns.max() > 400


def test_a_picture_of_another_size_than_the_screen_is_marked_at_the_same_place() -> None:
    _, columns = np.nonzero(marked([a.LeftClick(400, 320)], shot((1600, 1280), "PNG")))
    assert abs(columns.mean() - 240) < 2


@pytest.mark.parametrize(
    "actions", [(), (a.Type("x"),), (a.Key(("ctrl", "s")), a.Done()), (a.Wait(1.0),)], ids=len
)
def test_what_has_no_place_leaves_the_picture_alone(actions: tuple[a.Action, ...]) -> None:
    assert not marked(actions).any()


def test_marks_at_the_edges_and_labels_stay_inside() -> None:
    corners: list[a.Action] = [a.LeftClick(x, y, ("ctrl",)) for x in (0, 799) for y in (0, 639)]
    others: list[a.Action] = [a.Scroll(0, 0, "up", 3), a.TripleClick(799, 639), a.MouseMove(0, 639)]
    assert marked([*corners, *others]).any()


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\xff\xd8\xff\xe0 no", shot(kind="BMP")])
def test_what_is_no_screenshot_is_no_picture(data: bytes) -> None:
    assert picture(data, SCREEN, ()) is None


def test_a_picture_that_would_fill_the_memory_is_not_opened() -> None:
    buffer = io.BytesIO()
    Image.new("1", (30_000, 2_000)).save(buffer, "PNG")
    assert picture(buffer.getvalue(), SCREEN, ()) is None


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (a.LeftClick(1, 2, ("ctrl",)), "ctrl+click (1, 2)"),
        (a.DoubleClick(1, 2), "double-click (1, 2)"),
        (a.LeftClickDrag(1, 2, 3, 4), "drag (1, 2) to (3, 4)"),
        (a.Scroll(1, 2, "down", 3), "scroll down 3 at (1, 2)"),
        (a.MouseMove(1, 2), "move to (1, 2)"),
        (a.Key(("ctrl", "s")), "press ctrl+s"),
        (a.HoldKey(("a",), 1.5), "hold a for 1.5 s"),
        (a.Type("hi"), "type “hi”"),
        (a.Wait(2.0), "wait 2 s"),
        (a.Answer("42"), "answer “42”"),
        (a.Infeasible("no"), "declare it infeasible: no"),
        (a.Done(), "say that it is done"),
        (a.CursorPosition(), "cursor position"),
        (a.WriteFile("p", "c"), "write p: “c”"),
    ],
)
def test_every_action_has_words(action: a.Action, text: str) -> None:
    assert words(action) == text
