"""The part of pyautogui's interface that OSWorld's runners use, over the guest's own mouse and keyboard.

Inside a desktop `python -c "import pyautogui; ..."` finds this module.
"""

import time
from collections import namedtuple

from guest.keyboard import Keyboard
from guest.keymap import NAMED
from guest.pointer import LEFT, MIDDLE, RIGHT, Pointer
from PIL import Image
from Xlib.display import Display

FAILSAFE = False
PAUSE = 0.0
Point = namedtuple("Point", "x y")
Size = namedtuple("Size", "width height")
_BUTTONS = {"left": LEFT, "primary": LEFT, "middle": MIDDLE, "right": RIGHT, "secondary": RIGHT}
_OTHER_NAMES = {
    **dict.fromkeys(("ctrlleft", "ctrlright", "control"), "ctrl"),
    **dict.fromkeys(("shiftleft", "shiftright"), "shift"),
    **dict.fromkeys(("altleft", "altright", "option"), "alt"),
    **dict.fromkeys(("win", "winleft", "winright", "command", "meta"), "super"),
    **{"return": "enter", "del": "delete", "pgup": "pageup", "pgdn": "pagedown", "prtsc": "printscreen"},
}

KEYBOARD_KEYS = [*(chr(code) for code in range(32, 127)), *NAMED, *_OTHER_NAMES]
KEY_NAMES = KEYBOARD_KEYS

_display = Display()
_geometry = _display.screen().root.get_geometry()
_pointer = Pointer(_display, (_geometry.width, _geometry.height))
_keyboard = Keyboard(_display)


class FailSafeException(Exception):
    """Never raised: a corner of the screen is a place like any other here."""


def size() -> Size:
    """Width and height of the screen, pixels."""
    return Size(_geometry.width, _geometry.height)


resolution = size


def position(x=None, y=None) -> Point:
    """Where the pointer is; coordinates that are given are kept."""
    here = _pointer.position()
    return Point(here[0] if x is None else x, here[1] if y is None else y)


def onScreen(x, y=None) -> bool:
    """Whether a pixel is on the screen."""
    x, y = x if y is None else (x, y)
    return 0 <= x < _geometry.width and 0 <= y < _geometry.height


def isValidKey(key) -> bool:
    """Whether a key of this name can be pressed."""
    return key.lower() in KEYBOARD_KEYS or len(key) == 1


def pixel(x, y) -> tuple[int, int, int]:
    """The colour of a pixel."""
    return screenshot().getpixel((x, y))


def screenshot(imageFilename=None, region=None) -> Image.Image:
    """The screen as an RGB image, or its `region` (left, top, width, height); saved where a file is named."""
    from guest.screen import Screen

    image = Screen().image(pointer=False)
    if region is not None:
        left, top, width, height = region
        image = image.crop((left, top, left + width, top + height))
    if imageFilename is not None:
        image.save(imageFilename)
    return image


def linear(n):
    """The way of the pointer in time: here it waits and then arrives at once, so that all ways are one."""
    return n


easeInQuad = easeOutQuad = easeInOutQuad = easeInBounce = easeOutBounce = easeInOutBounce = linear
easeInElastic = easeOutElastic = easeInOutElastic = easeInCubic = easeOutCubic = easeInOutCubic = linear
easeInSine = easeOutSine = easeInOutSine = easeInExpo = easeOutExpo = easeInOutExpo = linear


def moveTo(x=None, y=None, duration=0.0, tween=linear, **_):
    """Put the pointer on a pixel, or keep the coordinate that is None."""
    if isinstance(x, (tuple, list)):
        x, y = x
    here = position()
    _pointer.move(round(here[0] if x is None else x), round(here[1] if y is None else y))
    time.sleep(min(duration, 1.0) + PAUSE)


def move(xOffset=0, yOffset=0, **options):
    """Move the pointer by so many pixels."""
    x, y = position()
    moveTo(x + xOffset, y + yOffset, **options)


moveRel = move


def click(x=None, y=None, clicks=1, interval=0.0, button="left", **_):
    """Click `clicks` times at a pixel, or where the pointer is."""
    moveTo(x, y)
    for number in range(clicks):
        time.sleep(interval if number else 0.0)
        _pointer.click(_BUTTONS[button])


def doubleClick(x=None, y=None, interval=0.0, button="left", **_):
    """Click twice."""
    click(x, y, 2, interval, button)


def tripleClick(x=None, y=None, interval=0.0, button="left", **_):
    """Click three times."""
    click(x, y, 3, interval, button)


def rightClick(x=None, y=None, **_):
    """Click with the right button."""
    click(x, y, button="right")


def middleClick(x=None, y=None, **_):
    """Click with the middle button."""
    click(x, y, button="middle")


def mouseDown(x=None, y=None, button="left", **_):
    """Press a button and leave it pressed."""
    moveTo(x, y)
    _pointer.down(_BUTTONS[button])


def mouseUp(x=None, y=None, button="left", **_):
    """Release a button."""
    moveTo(x, y)
    _pointer.up(_BUTTONS[button])


def dragTo(x=None, y=None, duration=0.0, tween=linear, button="left", **_):
    """Drag from where the pointer is to a pixel."""
    here = position()
    _pointer.drag(*here, round(here[0] if x is None else x), round(here[1] if y is None else y))


def dragRel(xOffset=0, yOffset=0, **options):
    """Drag by so many pixels."""
    x, y = position()
    dragTo(x + xOffset, y + yOffset, **options)


drag = dragRel


def scroll(clicks, x=None, y=None, **_):
    """Turn the wheel up, or down if `clicks` is negative."""
    moveTo(x, y)
    _pointer.scroll("up" if clicks > 0 else "down", min(abs(round(clicks)), 100))


vscroll = scroll


def hscroll(clicks, x=None, y=None, **_):
    """Turn the wheel to the right, or to the left if `clicks` is negative."""
    moveTo(x, y)
    _pointer.scroll("right" if clicks > 0 else "left", min(abs(round(clicks)), 100))


def write(message, interval=0.0, **_):
    """Type text, or press the keys of a list one after another."""
    if isinstance(message, str):
        _keyboard.type(message)
    else:
        press(message, interval=interval)


typewrite = write


def press(keys, presses=1, interval=0.0, **_):
    """Press one key, or each of a list, `presses` times."""
    for _number in range(presses):
        for key in [keys] if isinstance(keys, str) else keys:
            _keyboard.press([_name(key)])
            time.sleep(interval)


def hotkey(*keys, **_):
    """Press a chord."""
    flat = keys[0] if len(keys) == 1 and isinstance(keys[0], (list, tuple)) else keys
    _keyboard.press([_name(key) for key in flat])


def keyDown(key, **_):
    """Press a key and leave it pressed."""
    _keyboard.down(_name(key))


def keyUp(key, **_):
    """Release a key."""
    _keyboard.up(_name(key))


def sleep(seconds):
    """Do nothing for a time."""
    time.sleep(seconds)


def _name(key: str) -> str:
    return _OTHER_NAMES.get(key.lower(), key)
