import pytest

from scalecua.core.errors import PolicyError
from scalecua.train.widgets import Widget, widgets

SPACES = " ".join(
    f'xmlns:{short}="https://accessibility.ubuntu.example.org/ns/{name}"'
    for short, name in (("st", "state"), ("cp", "component"))
)


def node(role: str, name: str, place: str = "(10, 20)", size: str = "(30, 40)", showing: str = "true") -> str:
    return f'<{role} name="{name}" st:showing="{showing}" cp:screencoord="{place}" cp:size="{size}" />'


def tree(*nodes: str) -> str:
    return f"<desktop-frame {SPACES}><application name='a'>{''.join(nodes)}</application></desktop-frame>"


def test_named_widgets_that_show_are_found_where_they_are() -> None:
    text = tree(node("push-button", " OK "), node("label", "Name", "(0, 0)", "(9, 8)"))
    assert widgets(text, (100, 100)) == (
        Widget("push-button", "OK", 10, 20, 30, 40),
        Widget("label", "Name", 0, 0, 9, 8),
    )
    assert widgets(text, (100, 100))[0].centre == (25, 40)


@pytest.mark.parametrize(
    "hidden",
    [
        node("push-button", ""),
        node("panel", "OK"),
        node("push-button", "OK", showing="false"),
        node("push-button", "OK", size="(0, 40)"),
        node("push-button", "OK", place="(90, 20)"),
        node("push-button", "OK", place="(-80, 20)"),
        '<push-button name="OK" st:showing="true" />',
    ],
)
def test_what_cannot_be_pointed_at_is_left_out(hidden: str) -> None:
    assert widgets(tree(hidden), (100, 100)) == ()


def test_text_that_is_no_tree_is_refused() -> None:
    with pytest.raises(PolicyError, match="accessibility tree"):
        widgets("<desktop-frame", (100, 100))
