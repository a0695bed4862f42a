"""Actions as the pyautogui code that OSWorld's guests run, where they have no `/act`."""

from collections.abc import Sequence

from scalecua.core.action import (
    Action,
    DoubleClick,
    End,
    HoldKey,
    Key,
    LeftClick,
    LeftClickDrag,
    LeftMouseDown,
    LeftMouseUp,
    MiddleClick,
    MouseMove,
    RightClick,
    Scroll,
    TripleClick,
    Type,
    points,
)
from scalecua.core.errors import DesktopError

HEAD = "import pyautogui; import time; pyautogui.FAILSAFE = False"
CLICKS = {
    LeftClick: ("left", 1),
    RightClick: ("right", 1),
    MiddleClick: ("middle", 1),
    DoubleClick: ("left", 2),
    TripleClick: ("left", 3),
}
# pyautogui's own names, where they differ from ours.
NAMES = {"super": "winleft", "altgr": "altright", "menu": "apps"}
KNOWN = frozenset(
    (
        *("ctrl", "shift", "alt", "altgr", "super", "enter", "return", "esc", "escape", "tab", "space"),
        *(
            "backspace",
            "delete",
            "insert",
            "home",
            "end",
            "pageup",
            "pagedown",
            "up",
            "down",
            "left",
            "right",
        ),
        *("capslock", "numlock", "scrolllock", "printscreen", "pause", "menu"),
        *(f"f{number}" for number in range(1, 25)),
    )
)
DRAG_S = 0.5


def code(action: Action) -> str:
    """The code that performs an action of mouse or keyboard, held keys released whatever happens.

    DesktopError for what pyautogui cannot do: it types ASCII alone, and leaves the rest out without a word.
    """
    if isinstance(action, End):
        raise DesktopError(f"action {action.kind!r} ends the episode and is not performed on the desktop")
    keys: Sequence[str] = getattr(action, "modifiers", ())
    lines = _lines(action)
    if isinstance(action, HoldKey):
        keys = action.keys
    if not keys:
        return "\n".join([HEAD, *lines])
    names = [_name(key) for key in keys]
    down = [f"    pyautogui.keyDown({name!r})" for name in names]
    up = [f"    pyautogui.keyUp({name!r})" for name in reversed(names)]
    return "\n".join([HEAD, "try:", *down, *(f"    {line}" for line in lines), "finally:", *up])


def _lines(action: Action) -> list[str]:
    if (click := CLICKS.get(type(action))) is not None:
        button, times = click
        x, y = points(action)[0]
        return [f"pyautogui.click(x={x}, y={y}, clicks={times}, interval=0.05, button={button!r})"]
    match action:
        case MouseMove(x=x, y=y):
            return [f"pyautogui.moveTo({x}, {y})"]
        case LeftMouseDown(x=x, y=y):
            return [f"pyautogui.mouseDown(x={x}, y={y}, button='left')"]
        case LeftMouseUp(x=x, y=y):
            return [f"pyautogui.mouseUp(x={x}, y={y}, button='left')"]
        case LeftClickDrag():
            return [
                f"pyautogui.moveTo({action.x}, {action.y})",
                f"pyautogui.dragTo({action.to_x}, {action.to_y}, duration={DRAG_S}, button='left')",
            ]
        case Scroll():
            turn = "hscroll" if action.direction in ("left", "right") else "scroll"
            amount = action.amount if action.direction in ("up", "right") else -action.amount
            return [f"pyautogui.moveTo({action.x}, {action.y})", f"pyautogui.{turn}({amount})"]
        case Key(keys=keys):
            return [f"pyautogui.hotkey({', '.join(repr(_name(key)) for key in keys)})"]
        case HoldKey(seconds=seconds):
            return [f"time.sleep({seconds})"]
        case Type(text=text):
            return [f"pyautogui.typewrite({_ascii(text)!r})"]
    raise DesktopError(f"action {action.kind!r} is not one of mouse or keyboard")


def _ascii(text: str) -> str:
    if foreign := sorted(
        {char for char in text if not (char.isascii() and (char.isprintable() or char in "\n\t"))}
    ):
        named = ", ".join(f"U+{ord(char):04X} {char!r}" for char in foreign)
        raise DesktopError(f"this desktop cannot type {named}: its guest server has no /act, only pyautogui")
    return text


def _name(key: str) -> str:
    if len(key) == 1 and key.isascii():
        return key
    if key.lower() not in KNOWN:
        raise DesktopError(
            f"unknown key {key!r}; allowed: one ASCII character, or one of {', '.join(sorted(KNOWN))}"
        )
    return NAMES.get(key.lower(), key.lower())
