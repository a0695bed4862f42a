"""What every family must do with every action of the union."""

import string
from collections.abc import Callable
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.core import action as a
from scalecua.core.errors import ConfigError
from scalecua.policy.families import parser
from scalecua.policy.family import Malformed
from scalecua.policy.grid import to_pixel
from scalecua.policy.keys import MODIFIERS, NAMED
from scalecua.policy.qwen3vl.say import say

Format = Callable[[tuple[a.Action, ...], str, tuple[int, int]], str]
FORMATS: dict[str, Format] = {"qwen3vl": say}
TAGS = (
    "<tool_call>",
    "</tool_call>",
    "<think>",
    "</think>",
    "<|im_end|>",
    "</parameter>",
    "\\u003c",
    '"}}\n',
)


def held(names: list[str]) -> a.Modifiers:
    return cast(a.Modifiers, tuple(names))


names = st.sampled_from([*NAMED, *string.ascii_lowercase, *string.digits, *"+-/.,é"])
keys = st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)
modifiers = st.lists(st.sampled_from(MODIFIERS), unique=True, max_size=2).map(held)
words = st.lists(st.one_of(st.text(max_size=10), st.sampled_from(TAGS)), max_size=4).map("".join)
seconds = st.one_of(st.integers(1, 60).map(float), st.floats(0.01, 60))
screens = st.sampled_from([(1280, 800), (800, 640), (1920, 1080), (1001, 1001)])


@st.composite
def actions(draw: st.DrawFn, screen: tuple[int, int]) -> a.Action:
    """Any action with its points on the grid."""
    spots = [to_pixel(draw(st.integers(0, 1000)), screen[i % 2], 1000) for i in range(4)]
    x, y, to_x, to_y = (spot for spot in spots if spot is not None)
    clicks = (
        a.LeftClick,
        a.RightClick,
        a.MiddleClick,
        a.DoubleClick,
        a.TripleClick,
        a.LeftMouseDown,
        a.LeftMouseUp,
    )
    choices: list[a.Action] = [kind(x, y, draw(modifiers)) for kind in clicks]
    choices += [
        a.LeftClickDrag(x, y, to_x, to_y, draw(modifiers)),
        a.MouseMove(x, y),
        a.Scroll(
            x,
            y,
            draw(st.sampled_from(["up", "down", "left", "right"])),
            draw(st.integers(1, 100)),
            draw(modifiers),
        ),
        a.Key(draw(keys)),
        a.HoldKey(draw(keys), draw(seconds)),
        a.Type(draw(words)),
        a.Wait(draw(seconds)),
        a.Screenshot(),
        a.CursorPosition(),
        a.WriteFile(draw(words), draw(words)),
    ]
    return draw(st.sampled_from(choices))


ends = st.one_of(
    st.just(a.Done()), st.builds(a.Answer, words), st.builds(a.Infeasible, words), st.just(a.Infeasible())
)


@pytest.mark.parametrize("family", FORMATS)
@settings(max_examples=300, deadline=None)
@given(data=st.data(), screen=screens, thought=words)
def test_what_a_family_says_is_what_it_reads(
    family: str, data: st.DataObject, screen: tuple[int, int], thought: str
) -> None:
    said = data.draw(st.lists(actions(screen), min_size=1, max_size=3)) + data.draw(
        st.lists(ends, max_size=1)
    )
    text = FORMATS[family](tuple(said), thought, screen)
    assert parser(family)(text, screen) == tuple(said)


@pytest.mark.parametrize("family", FORMATS)
@settings(max_examples=200, deadline=None)
@given(data=st.data(), screen=screens, cut=st.floats(0, 1), junk=words)
def test_a_damaged_answer_is_malformed_or_the_same_actions(
    family: str, data: st.DataObject, screen: tuple[int, int], cut: float, junk: str
) -> None:
    """Cut anywhere, an answer never means another action than the ones it said in full."""
    said = data.draw(st.lists(actions(screen), min_size=1, max_size=2))
    text = FORMATS[family](tuple(said), "", screen)
    found = parser(family)(text[: int(cut * len(text))], screen)
    assert isinstance(found, Malformed) or found == tuple(said[: len(found)])
    spliced = text[: int(cut * len(text))] + junk + text[int(cut * len(text)) :]
    again = parser(family)(spliced, screen)
    assert isinstance(again, Malformed) or all(point_inside(action, screen) for action in again)


@pytest.mark.parametrize("family", FORMATS)
@settings(max_examples=300, deadline=None)
@given(text=st.one_of(st.text(), words, st.binary().map(lambda b: b.decode("utf-8", "surrogateescape"))))
def test_any_text_at_all_is_answered(family: str, text: str) -> None:
    found = parser(family)(text, (1280, 800))
    if isinstance(found, Malformed):
        assert found.reason
        assert found.reason.isprintable()
    else:
        assert found


def test_an_unknown_family_is_named() -> None:
    with pytest.raises(ConfigError, match="gpt"):
        parser("gpt")


def point_inside(action: a.Action, screen: tuple[int, int]) -> bool:
    return all(0 <= x < screen[0] and 0 <= y < screen[1] for x, y in a.points(action))
