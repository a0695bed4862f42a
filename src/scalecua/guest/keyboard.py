"""Keys over XTEST: text of any Unicode, chords, held keys; whatever is pressed is released."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from .keymap import MODIFIERS, Keymap, keysym_of_char, keysym_of_name

BATCH = 32


class Keyboard:
    """Not safe for two threads at once: the caller performs one action at a time."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._keymap = Keymap(display)
        self._shift = self._keymap.find(keysym_of_name("shift"))[0]

    @contextmanager
    def held(self, names: list[str]) -> Iterator[None]:
        """Hold keys down for the length of the block; they come up again whatever happens in it."""
        keysyms = [keysym_of_name(name) for name in self._chord(names)]
        self._keymap.refresh()
        self._keymap.lend(set(keysyms))
        codes: list[int] = []
        for keysym in keysyms:
            code, shifted = self._keymap.find(keysym)
            codes += [self._shift, code] if shifted and self._shift not in codes else [code]
        pressed: list[int] = []
        try:
            for code in codes:
                pressed.append(code)
                xtest.fake_input(self._display, X.KeyPress, code)
            self._display.sync()
            yield
        finally:
            for code in reversed(pressed):
                xtest.fake_input(self._display, X.KeyRelease, code)
            self._display.sync()

    @staticmethod
    def _chord(names: list[str]) -> list[str]:
        """With a modifier in it, "S" means the key s: the chord says shift itself when it wants it."""
        plain = any(str(name).lower() in MODIFIERS for name in names)
        return [name.lower() if plain and isinstance(name, str) else name for name in names]

    def press(self, names: list[str], seconds: float = 0.0) -> None:
        """Press a chord in order, hold it, release it in reverse order."""
        with self.held(names):
            if seconds:
                time.sleep(seconds)

    def down(self, name: str) -> None:
        """Press one key and leave it pressed."""
        self._fake(X.KeyPress, name)

    def up(self, name: str) -> None:
        """Release one key."""
        self._fake(X.KeyRelease, name)

    def _fake(self, event: int, name: str) -> None:
        keysym = keysym_of_name(name)
        self._keymap.lend({keysym})
        xtest.fake_input(self._display, event, self._keymap.find(keysym)[0])
        self._display.sync()

    def type(self, text: str) -> None:
        """Type `text`; nothing is typed if one of its characters cannot be."""
        text = text.replace("\r\n", "\n")
        keysyms = [keysym_of_char(char) for char in text]
        self._keymap.refresh()
        with self._small_letters():
            for chunk in self._chunks(keysyms):
                self._keymap.lend(set(chunk))
                for start in range(0, len(chunk), BATCH):
                    for keysym in chunk[start : start + BATCH]:
                        self._tap(*self._keymap.find(keysym))
                    self._display.sync()

    @contextmanager
    def _small_letters(self) -> Iterator[None]:
        """Without caps lock for the length of the block: text means what it says."""
        locked = self._display.screen().root.query_pointer().mask & X.LockMask
        if locked:
            self.press(["capslock"])
        try:
            yield
        finally:
            if locked:
                self.press(["capslock"])

    def _chunks(self, keysyms: list[int]) -> Iterator[list[int]]:
        """Split so that the characters of one chunk all have keys at the same time."""
        chunk: list[int] = []
        lent: set[int] = set()
        for keysym in keysyms:
            if not self._keymap.native(keysym):
                if keysym not in lent and len(lent) == self._keymap.capacity:
                    yield chunk
                    chunk, lent = [], set()
                lent.add(keysym)
            chunk.append(keysym)
        yield chunk

    def _tap(self, code: int, shifted: bool) -> None:
        keys = [self._shift, code] if shifted else [code]
        for key in keys:
            xtest.fake_input(self._display, X.KeyPress, key)
        for key in reversed(keys):
            xtest.fake_input(self._display, X.KeyRelease, key)
