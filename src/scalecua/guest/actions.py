"""From an action's JSON to the keyboard and the mouse; an action that is wrong in any part does nothing."""

import time

from .files import write_file
from .keyboard import Keyboard
from .keymap import MODIFIERS, keysym_of_char, keysym_of_name
from .pointer import LEFT, MIDDLE, RIGHT, WHEEL, Pointer
from .refused import Refused

MAX_SECONDS = 60
MAX_NOTCHES = 100
MAX_TEXT = 20_000
CLICKS = {
    "left_click": (LEFT, 1),
    "right_click": (RIGHT, 1),
    "middle_click": (MIDDLE, 1),
    "double_click": (LEFT, 2),
    "triple_click": (LEFT, 3),
}
POINT = ("x", "y")
FIELDS = {
    **dict.fromkeys(CLICKS, POINT),
    "left_click_drag": ("x", "y", "to_x", "to_y"),
    "mouse_move": POINT,
    "left_mouse_down": POINT,
    "left_mouse_up": POINT,
    "scroll": ("x", "y", "direction", "amount"),
    "key": ("keys",),
    "hold_key": ("keys", "seconds"),
    "type": ("text",),
    "wait": ("seconds",),
    "screenshot": (),
    "cursor_position": (),
    "write_file": ("path", "content"),
}
ENDS = ("done", "answer", "infeasible")
MODIFIABLE = (*CLICKS, "left_click_drag", "left_mouse_down", "left_mouse_up", "scroll")


class Actions:
    """Validates an action, then performs it; one at a time."""

    def __init__(self, keyboard: Keyboard, pointer: Pointer) -> None:
        self._keyboard = keyboard
        self._pointer = pointer

    def perform(self, action: dict) -> None:
        """Do what `action` says; Refused, and nothing done, if any part of it is wrong."""
        kind = self.check(action)
        if kind in ("type", "key", "hold_key"):
            self._keys(kind, action)
        elif kind == "wait":
            time.sleep(action["seconds"])
        elif kind == "write_file":
            write_file(action["path"], action["content"].encode())
        elif "x" in action:
            with self._keyboard.held(list(action.get("modifiers", ()))):
                self._mouse(kind, action)

    def _keys(self, kind: str, action: dict) -> None:
        if kind == "type":
            self._keyboard.type(action["text"])
        else:
            self._keyboard.press(action["keys"], action.get("seconds", 0.0))

    def _mouse(self, kind: str, action: dict) -> None:
        x, y = action["x"], action["y"]
        if kind == "left_click_drag":
            self._pointer.drag(x, y, action["to_x"], action["to_y"])
            return
        self._pointer.move(x, y)
        if kind in CLICKS:
            self._pointer.click(*CLICKS[kind])
        elif kind == "left_mouse_down":
            self._pointer.down(LEFT)
        elif kind == "left_mouse_up":
            self._pointer.up(LEFT)
        elif kind == "scroll":
            self._pointer.scroll(action["direction"], action["amount"])

    def check(self, action: object) -> str:
        """The kind of a well-formed action; Refused naming what is wrong and what is allowed."""
        if not isinstance(action, dict):
            raise Refused(f"action must be an object, not {type(action).__name__}")
        kind = action.get("kind")
        if kind in ENDS:
            raise Refused(f"action {kind!r} ends the episode and is not performed on the desktop")
        if not isinstance(kind, str) or kind not in FIELDS:
            raise Refused(f"unknown action kind {kind!r}; allowed: {', '.join(FIELDS)}")
        wanted = FIELDS[kind]
        missing = [name for name in wanted if name not in action]
        allowed = {"kind", *wanted, *(("modifiers",) if kind in MODIFIABLE else ())}
        extra = sorted(set(action) - allowed)
        if missing or extra:
            raise Refused(f"action {kind!r}: missing fields {missing}, unknown fields {extra}")
        for name in wanted:
            _check_field(kind, name, action[name])
        for one in action.get("modifiers", ()):
            if one not in MODIFIERS:
                raise Refused(f"unknown modifier {one!r}; allowed: {', '.join(MODIFIERS)}")
        for x, y in (("x", "y"), ("to_x", "to_y")):
            if x in wanted:
                self._pointer.check(action[x], action[y])
        return kind


def _check_field(kind: str, name: str, value: object) -> None:
    """Refuse a value of the wrong type or out of bounds."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    good = {
        "x": isinstance(value, int) and number,
        "y": isinstance(value, int) and number,
        "to_x": isinstance(value, int) and number,
        "to_y": isinstance(value, int) and number,
        "direction": isinstance(value, str) and value in WHEEL,
        "amount": isinstance(value, int) and number and 1 <= value <= MAX_NOTCHES,
        "seconds": number and 0 <= value <= MAX_SECONDS,
        "text": isinstance(value, str) and len(value) <= MAX_TEXT,
        "path": isinstance(value, str) and value != "",
        "content": isinstance(value, str),
        "keys": isinstance(value, (list, tuple)) and len(value) > 0,
    }[name]
    if not good:
        raise Refused(f"action {kind!r}: field {name!r} cannot be {value!r}")
    if name == "keys":
        for key in value:
            keysym_of_name(key)
    if name == "text":
        for char in value:
            keysym_of_char(char)
