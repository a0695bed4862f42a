"""Key names, keysyms, and which key of the keyboard gives a keysym; keys that it lacks are lent one."""

from Xlib import XK, X
from Xlib.display import Display

from .refused import Refused
from .work import rest

MODIFIERS = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "super": "Super_L"}
NAMED = {
    **MODIFIERS,
    "altgr": "ISO_Level3_Shift",
    "enter": "Return",
    "return": "Return",
    "esc": "Escape",
    "escape": "Escape",
    "tab": "Tab",
    "space": "space",
    "backspace": "BackSpace",
    "delete": "Delete",
    "insert": "Insert",
    "home": "Home",
    "end": "End",
    "pageup": "Prior",
    "pagedown": "Next",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "capslock": "Caps_Lock",
    "numlock": "Num_Lock",
    "scrolllock": "Scroll_Lock",
    "printscreen": "Print",
    "pause": "Pause",
    "menu": "Menu",
    **{f"f{n}": f"F{n}" for n in range(1, 25)},
}
CONTROL = {"\n": "Return", "\r": "Return", "\t": "Tab", "\b": "BackSpace"}
UNICODE = 0x01000000
# Clients read the new keyboard map when they meet its event; a lent key must not change before they have.
MAP_S = 2.0


def keysym_of_char(char: str) -> int:
    """The keysym that types `char`; Refused for a control character that no key types."""
    if char in CONTROL:
        return XK.string_to_keysym(CONTROL[char])
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000:
        raise Refused(f"character U+{code:04X} cannot be typed: no key gives it")
    return code if code < 0x100 else UNICODE + code


def keysym_of_name(name: str) -> int:
    """The keysym of a key name or of a single character; Refused naming what is allowed."""
    if not isinstance(name, str) or not name:
        raise Refused(f"key name must be a text, not {name!r}")
    if len(name) == 1:
        return keysym_of_char(name)
    known = NAMED.get(name.lower())
    if known is None:
        raise Refused(f"unknown key {name!r}; allowed: one character, or one of {', '.join(NAMED)}")
    return XK.string_to_keysym(known)


class Keymap:
    """Where each keysym is on the keyboard: keysym -> (keycode, needs shift)."""

    def __init__(self, display: Display) -> None:
        self._display = display
        self._where: dict[int, tuple[int, bool]] = {}
        self._spare: list[int] = []
        self._lent: dict[int, int] = {}
        self._read()

    def refresh(self) -> None:
        """Read the keyboard again if anybody, ourselves included, has changed it."""
        changed = False
        while self._display.pending_events():
            changed |= self._display.next_event().type == X.MappingNotify
        if changed:
            self._read()

    def _read(self) -> None:
        low = self._display.display.info.min_keycode
        high = self._display.display.info.max_keycode
        lent = {code: keysym for keysym, code in self._lent.items()}
        kept = set()
        self._where, self._spare = {}, []
        for code, syms in enumerate(self._display.get_keyboard_mapping(low, high - low + 1), low):
            if code in lent and syms[0] == lent[code]:
                kept.add(lent[code])
                continue
            if not any(syms):
                self._spare.append(code)
            for level in (1, 0):
                if len(syms) > level and syms[level]:
                    self._place(syms[level], code, level)
        self._lent = {keysym: code for keysym, code in self._lent.items() if keysym in kept}

    def _place(self, keysym: int, keycode: int, level: int) -> None:
        old = self._where.get(keysym)
        if old is None or (old[1] and not level):
            self._where[keysym] = (keycode, bool(level))

    def native(self, keysym: int) -> bool:
        """Whether the keyboard has a key for `keysym` without lending one."""
        return keysym in self._where

    @property
    def capacity(self) -> int:
        """How many missing keysyms can be lent a key at one time."""
        return len(self._spare) + len(self._lent)

    def find(self, keysym: int) -> tuple[int, bool]:
        """Keycode of `keysym` and whether shift must be held; `lend` first what may be missing."""
        if keysym in self._lent:
            return self._lent[keysym], False
        return self._where[keysym]

    def lend(self, keysyms: set[int]) -> None:
        """Make sure that every one of `keysyms` has a key, taking back keys lent longest ago."""
        missing = sorted(
            keysym for keysym in keysyms if keysym not in self._where and keysym not in self._lent
        )
        if not missing:
            return
        if len(self._spare) < len(missing):
            rest(MAP_S)
        for keysym in missing:
            keycode = self._spare.pop() if self._spare else self._take_back(keysyms)
            self._display.change_keyboard_mapping(keycode, [[keysym] * 4])
            self._lent[keysym] = keycode
        self._display.sync()
        rest(MAP_S)

    def _take_back(self, keep: set[int]) -> int:
        oldest = next(keysym for keysym in self._lent if keysym not in keep)
        return self._lent.pop(oldest)
