"""Actions are closed, typed and survive JSON."""

import pytest
from pydantic import ValidationError

from scalecua.core.action import ACTION, Key, LeftClick, LeftClickDrag, points


def test_an_action_survives_json() -> None:
    for action in (LeftClick(3, 4, ("ctrl",)), Key(("ctrl", "s")), LeftClickDrag(1, 2, 3, 4)):
        assert ACTION.validate_json(ACTION.dump_json(action)) == action


@pytest.mark.parametrize(
    "value",
    [
        {"kind": "left_click", "x": -1, "y": 0},
        {"kind": "left_click", "x": 1.5, "y": 0},
        {"kind": "left_click", "x": 1, "y": 0, "z": 3},
        {"kind": "left_click", "x": 1},
        {"kind": "click", "x": 1, "y": 1},
        {"kind": "key", "keys": []},
        {"kind": "scroll", "x": 1, "y": 1, "direction": "in", "amount": 1},
        {"kind": "wait", "seconds": 1e9},
    ],
)
def test_what_is_not_an_action_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ACTION.validate_python(value)


def test_points_are_every_pixel_an_action_names() -> None:
    assert points(LeftClick(3, 4)) == ((3, 4),)
    assert points(LeftClickDrag(1, 2, 3, 4)) == ((1, 2), (3, 4))
    assert points(Key(("a",))) == ()
