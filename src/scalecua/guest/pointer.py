"""The mouse over XTEST; pixels off the screen are refused, never moved onto it."""

import time

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from .barrier import Barrier
from .refused import Refused

LEFT, MIDDLE, RIGHT = 1, 2, 3
WHEEL = {"up": 4, "down": 5, "left": 6, "right": 7}
DRAG_STEPS = 12
DRAG_PAUSE_S = 0.008


class Pointer:
    """Not safe for two threads at once: the caller performs one action at a time."""

    def __init__(self, display: Display, size: tuple[int, int]) -> None:
        self._display = display
        self._root = display.screen().root
        self._size = size
        self._barrier = Barrier(display)

    def check(self, x: int, y: int) -> None:
        """Refuse a pixel that is not on the screen."""
        width, height = self._size
        if not (0 <= x < width and 0 <= y < height):
            raise Refused(f"pixel ({x}, {y}) is off the screen of {width}x{height}")

    def position(self) -> tuple[int, int]:
        """Where the pointer is, screen pixels."""
        where = self._root.query_pointer()
        return where.root_x, where.root_y

    def move(self, x: int, y: int) -> None:
        """Put the pointer on a pixel."""
        self.check(x, y)
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def down(self, button: int) -> None:
        """Press a button and leave it pressed."""
        xtest.fake_input(self._display, X.ButtonPress, button)
        self._barrier.wait()

    def up(self, button: int) -> None:
        """Release a button."""
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()

    def click(self, button: int, times: int = 1) -> None:
        """Click where the pointer is."""
        for _ in range(times):
            self.down(button)
            self.up(button)

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press at one pixel, travel, release at another; the button comes up whatever happens."""
        self.check(to_x, to_y)
        self.move(x, y)
        self.down(LEFT)
        try:
            for step in range(1, DRAG_STEPS + 1):
                time.sleep(DRAG_PAUSE_S)
                self.move(x + (to_x - x) * step // DRAG_STEPS, y + (to_y - y) * step // DRAG_STEPS)
            time.sleep(DRAG_PAUSE_S)
        finally:
            self.up(LEFT)

    def scroll(self, direction: str, amount: int) -> None:
        """Turn the wheel `amount` notches where the pointer is."""
        for _ in range(amount):
            xtest.fake_input(self._display, X.ButtonPress, WHEEL[direction])
            xtest.fake_input(self._display, X.ButtonRelease, WHEEL[direction])
        self._display.sync()
