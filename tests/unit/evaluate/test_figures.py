"""A figure inside a page wears the page's colours and carries nothing but itself."""

import re
from typing import Any

import pytest

from scalecua.evaluate.figures.curve import panels, together
from scalecua.evaluate.figures.frontier import frontier
from scalecua.evaluate.figures.headline import headline
from scalecua.evaluate.figures.style import VARIABLES, inline

EVIL = "日\x00<b>&\"'$\\frac{"
RATE: dict[str, Any] = {"mean": 0.5, "low": 0.4, "high": 0.6, "n": 9}


@pytest.fixture(scope="module")
def drawn() -> str:
    return inline(
        frontier({"records": [EVIL, "b"], "ema": [[0.5, None], [0.6, 0.1]], "drawn": [[1, 0], [0, 2]]}), "f"
    )


def test_colours_are_variables(drawn: str) -> None:
    assert not [colour for colour in VARIABLES if colour in drawn]
    assert "var(--ink)" in drawn


def test_a_name_is_text_whatever_it_is(drawn: str) -> None:
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn
    assert "\\frac{" in drawn


def test_it_names_no_address_and_defines_what_it_uses(drawn: str) -> None:
    assert "http" not in drawn
    used, defined = set(re.findall(r"#([\w.]+)", drawn)), set(re.findall(r'id="([^"]+)"', drawn))
    assert defined <= used
    assert used <= defined


def test_the_same_numbers_give_the_same_figure() -> None:
    rows = [("x", RATE, RATE), ("y", RATE, RATE | {"mean": None})]
    assert inline(headline(rows), "h") == inline(headline(rows), "h")


def test_a_curve_is_drawn_from_what_there_is() -> None:
    curve = [{"update": 0, "success": 0.5, "reward": 0.4, "entropy": None}]
    found = panels(curve, [None], None, RATE)
    assert list(found) == ["success", "reward", "entropy", "kl"]
    assert "not recorded" in inline(found["entropy"], "e")
    assert len(together(curve, [0.5], RATE, None).axes) == 4
