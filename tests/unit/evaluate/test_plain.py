"""Text of strangers is shown on one line, and only what can be printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.evaluate.plain import plain


@given(st.text(max_size=60), st.integers(1, 40))
def test_plain_text_is_one_printable_line_of_limited_length(text: str, limit: int) -> None:
    shown = plain(text, limit)
    assert len(shown) <= limit
    assert all(c == " " or c.isprintable() for c in shown)
    assert plain(shown, limit) == shown


@pytest.mark.parametrize("bad", ["\x00", "\u202e", "\ud800"])
def test_what_cannot_be_printed_is_replaced(bad: str) -> None:
    assert plain(f"a{bad}b", 9) == "a�b"
