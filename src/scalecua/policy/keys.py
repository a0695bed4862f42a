"""Key names: the lower-case ones actions carry, from whatever spelling a model uses."""

MODIFIERS = ("ctrl", "shift", "alt", "super")
NAMED = (
    *MODIFIERS, "enter", "esc", "tab", "space", "backspace", "delete", "insert", "home", "end", "pageup",
    "pagedown", "up", "down", "left", "right", "capslock", "numlock", "scrolllock", "printscreen", "pause",
    "menu", "altgr", *(f"f{n}" for n in range(1, 25)),
)  # fmt: skip
"""Every name of more than one character; a single printable character names itself."""

_ALIASES = {
    "control": "ctrl", "ctl": "ctrl", "controlleft": "ctrl", "controlright": "ctrl",
    "ctrlleft": "ctrl", "ctrlright": "ctrl", "lctrl": "ctrl", "rctrl": "ctrl",
    "shiftleft": "shift", "shiftright": "shift", "lshift": "shift", "rshift": "shift",
    "altleft": "alt", "altright": "alt", "lalt": "alt", "ralt": "alt", "option": "alt", "meta": "super",
    "win": "super", "windows": "super", "winleft": "super", "winright": "super", "superleft": "super",
    "superright": "super", "cmd": "super", "command": "super", "superl": "super", "superr": "super",
    "controll": "ctrl", "controlr": "ctrl", "ctrll": "ctrl", "ctrlr": "ctrl",
    "shiftl": "shift", "shiftr": "shift",
    "altl": "alt", "altr": "alt", "metal": "super", "metar": "super",
    "return": "enter", "kpenter": "enter", "escape": "esc", "del": "delete", "kpdelete": "delete",
    "ins": "insert", "back": "backspace", "bksp": "backspace", "spacebar": "space",
    "pgup": "pageup", "prior": "pageup", "pgdn": "pagedown", "pgdown": "pagedown", "next": "pagedown",
    "arrowup": "up", "arrowdown": "down", "arrowleft": "left", "arrowright": "right",
    "uparrow": "up", "downarrow": "down", "leftarrow": "left", "rightarrow": "right",
    "prtsc": "printscreen", "prtscr": "printscreen", "print": "printscreen", "sysrq": "printscreen",
    "isolevel3shift": "altgr", "break": "pause", "contextmenu": "menu", "apps": "menu",
    "plus": "+", "minus": "-", "hyphen": "-", "equal": "=", "equals": "=", "comma": ",", "period": ".",
    "dot": ".", "slash": "/", "backslash": "\\", "semicolon": ";", "colon": ":", "apostrophe": "'",
    "quote": "'", "quotedbl": '"', "grave": "`", "backtick": "`", "asciitilde": "~", "tilde": "~",
    "bracketleft": "[", "bracketright": "]", "braceleft": "{", "braceright": "}", "parenleft": "(",
    "parenright": ")", "exclam": "!", "at": "@", "numbersign": "#", "dollar": "$", "percent": "%",
    "asciicircum": "^", "ampersand": "&", "asterisk": "*", "underscore": "_", "bar": "|", "less": "<",
    "greater": ">", "question": "?", "kpadd": "+", "kpsubtract": "-", "kpmultiply": "*", "kpdivide": "/",
    "kpdecimal": ".", **{f"kp{n}": str(n) for n in range(10)},
}  # fmt: skip
_BLANKS = {" ": "space", "\n": "enter", "\t": "tab"}
_KNOWN = frozenset((*NAMED, *_ALIASES.values()))


def key_name(spelling: str) -> str | None:
    """The lower-case name of one key, or None if there is no such key.

    `Page_Down`, `PageDown`, `page down` and `pgdn` are the same; so are `Return` and `enter`.
    """
    if spelling in _BLANKS:
        return _BLANKS[spelling]
    plain = spelling.strip().lower()
    if len(plain) == 1:
        return plain if plain.isprintable() else None
    words = plain.replace("-", " ").split(" ")
    if "" in words or (len(words) > 1 and words[0] in MODIFIERS):
        return None
    joined = "".join(words).replace("_", "")
    name = _ALIASES.get(joined, joined)
    return name if name in _KNOWN else None


def chord(spelling: str) -> tuple[str, ...] | None:
    """The keys of a chord in one string: `ctrl+s`, `Ctrl-Shift-Tab`, `ctrl c`, `ctrl++`; None if not one."""
    single = key_name(spelling)
    if single is not None:
        return (single,)
    for separator in ("+", "-", None):
        keys = _split(spelling.strip(), separator)
        if keys is not None:
            return keys
    return None


def _split(spelling: str, separator: str | None) -> tuple[str, ...] | None:
    """Split at a separator (None: blanks) that may itself be the last key, as in `ctrl++`."""
    last: tuple[str, ...] = ()
    if separator is not None and spelling.endswith(separator * 2):
        spelling, last = spelling[:-2], (separator,)
    names = [key_name(part) for part in spelling.split(separator)]
    if not names or None in names:
        return None
    return (*(name for name in names if name is not None), *last)
