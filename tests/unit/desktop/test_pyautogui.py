"""The code that OSWorld's guests run: executed here against a pyautogui that writes down what it is told."""

import sys
import types
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.core.action import (
    Action,
    DoubleClick,
    HoldKey,
    Key,
    LeftClick,
    LeftClickDrag,
    MiddleClick,
    MouseMove,
    RightClick,
    Scroll,
    Type,
    Wait,
)
from scalecua.core.errors import DesktopError
from scalecua.desktop.pyautogui import code


class Recorder(types.ModuleType):
    """Every call by name and arguments; the one named `breaks` raises."""

    def __init__(self, breaks: str = "") -> None:
        super().__init__("pyautogui")
        self.calls: list[tuple[Any, ...]] = []
        self.breaks = breaks

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **named: Any) -> None:
            self.calls.append((name, *args, *named.values()))
            if name == self.breaks:
                raise RuntimeError(name)

        return call


def run(action: Action, monkeypatch: pytest.MonkeyPatch, breaks: str = "") -> list[tuple[Any, ...]]:
    recorder = Recorder(breaks)
    monkeypatch.setitem(sys.modules, "pyautogui", recorder)
    try:
        exec(code(action), {})
    except RuntimeError:
        assert breaks
    return recorder.calls


@pytest.mark.parametrize(
    ("action", "calls"),
    [
        (LeftClick(3, 4), [("click", 3, 4, 1, 0.05, "left")]),
        (RightClick(3, 4), [("click", 3, 4, 1, 0.05, "right")]),
        (MiddleClick(3, 4), [("click", 3, 4, 1, 0.05, "middle")]),
        (DoubleClick(3, 4), [("click", 3, 4, 2, 0.05, "left")]),
        (MouseMove(3, 4), [("moveTo", 3, 4)]),
        (LeftClickDrag(1, 2, 3, 4), [("moveTo", 1, 2), ("dragTo", 3, 4, 0.5, "left")]),
        (Scroll(1, 2, "down", 5), [("moveTo", 1, 2), ("scroll", -5)]),
        (Scroll(1, 2, "right", 5), [("moveTo", 1, 2), ("hscroll", 5)]),
        (Key(("ctrl", "super", "pageup")), [("hotkey", "ctrl", "winleft", "pageup")]),
        (
            HoldKey(("shift", "a"), 0.01),
            [("keyDown", "shift"), ("keyDown", "a"), ("keyUp", "a"), ("keyUp", "shift")],
        ),
        (
            LeftClick(3, 4, ("ctrl",)),
            [("keyDown", "ctrl"), ("click", 3, 4, 1, 0.05, "left"), ("keyUp", "ctrl")],
        ),
    ],
)
def test_every_action_is_what_it_says(
    action: Action, calls: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(action, monkeypatch) == calls


def test_held_keys_come_up_also_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = run(LeftClick(3, 4, ("ctrl", "alt")), monkeypatch, breaks="click")
    assert calls[-2:] == [("keyUp", "alt"), ("keyUp", "ctrl")]


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("\n\t")))
def test_text_arrives_exactly_whatever_quotes_are_in_it(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert run(Type(text), patch) == [("typewrite", text)]


@pytest.mark.parametrize("action", [Type("né"), Type("a\x07"), Key(("hyper",)), Key(("é",)), Wait(1)])
def test_what_it_cannot_do_is_refused(action: Action) -> None:
    with pytest.raises(DesktopError):
        code(action)
