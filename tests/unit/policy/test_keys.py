import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.policy.keys import MODIFIERS, NAMED, chord, key_name


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Return", "enter"), ("ENTER", "enter"), ("KP_Enter", "enter"), ("Escape", "esc"),
        ("Page_Down", "pagedown"),
        ("PageDown", "pagedown"), ("page down", "pagedown"), ("pgdn", "pagedown"), ("Next", "pagedown"),
        ("Prior", "pageup"), ("Control_L", "ctrl"), ("CTRL", "ctrl"), ("Alt_R", "alt"), ("Super_L", "super"),
        ("win", "super"), ("cmd", "super"), ("BackSpace", "backspace"), ("Del", "delete"), ("ArrowUp", "up"),
        ("F5", "f5"), ("f24", "f24"), (" ", "space"), ("\n", "enter"), ("S", "s"), ("é", "é"), ("plus", "+"),
        ("Print Screen", "printscreen"), ("caps_lock", "capslock"), ("-", "-"), ("+", "+"),
    ],
)  # fmt: skip
def test_spellings_of_one_key(spelling: str, name: str) -> None:
    assert key_name(spelling) == name
    assert chord(spelling) == (name,)


@pytest.mark.parametrize(
    ("spelling", "keys"),
    [
        ("ctrl+s", ("ctrl", "s")),
        ("Ctrl+Shift+Tab", ("ctrl", "shift", "tab")),
        ("ctrl-c", ("ctrl", "c")),
        ("ctrl c", ("ctrl", "c")),
        ("ctrl + a", ("ctrl", "a")),
        ("ctrl++", ("ctrl", "+")),
        ("ctrl--", ("ctrl", "-")),
        ("ctrl+-", ("ctrl", "-")),
        ("ctrl-l", ("ctrl", "l")),
        ("super l", ("super", "l")),
        ("alt+Page_Up", ("alt", "pageup")),
        ("Control_L+Alt_L+Delete", ("ctrl", "alt", "delete")),
    ],
)
def test_spellings_of_a_chord(spelling: str, keys: tuple[str, ...]) -> None:
    assert chord(spelling) == keys


@pytest.mark.parametrize(
    "spelling", ["", "foo", "ctrl+foo", "f25", "ctrl+", "++", "\x00", "ctrl+\x00", "abc def"]
)
def test_what_is_no_key(spelling: str) -> None:
    assert chord(spelling) is None


@given(st.text(max_size=12))
def test_any_text_is_a_chord_of_known_keys_or_none(spelling: str) -> None:
    found = chord(spelling)
    assert found is None or all(len(key) == 1 or key in NAMED for key in found)


@given(st.lists(st.sampled_from(MODIFIERS), unique=True, max_size=3), st.sampled_from([*NAMED, *"azé1/"]))
def test_names_joined_by_plus_are_that_chord(held: list[str], key: str) -> None:
    assert chord("+".join([*held, key])) == (*held, key)
