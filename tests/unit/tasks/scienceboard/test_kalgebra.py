"""KAlgebra: its language, values of variables, and which points lie on a plot."""

import time
from typing import Any

import pytest

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.algebra import parse
from scalecua.tasks.scienceboard.metrics.calculate import number
from scalecua.tasks.scienceboard.metrics.kalgebra import eqn, val, var
from scalecua.tasks.scienceboard.metrics.plots import on


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1+2*3^2", 19),
        ("2^3^2", 512),
        ("-2^2", -4),
        ("2*-3", -6),
        ("3pi", 9.42477796077),
        ("2(1+1)", 4),
        ("1/2/2", 0.25),
        ("log(100)", 2),
        ("ln(e)", 1),
        ("root(-27, 3)", -3),
        ("abs(6-(-1))/root(3^2+4^2+5^2, 2)", 0.98994949366),
        ("sum(1/n : n=1..20)", 3.59773965714),
        ("product(n : n=1..5)", 120),
        ("piecewise { 1<0 ? 1, ? 2 }", 2),
        ("(x->x^2)(3)", 9),
        ("((a->q->a*q)(2))(5)", 10),
        ("f(3)", 7),
        ("1.5e2", 150),
        ("max(1, 2, 3)", 3),
        ("factorial(5)", 120),
        ("conjugate(1+i)", 1 - 1j),
    ],
)
def test_values(text: str, value: complex) -> None:
    assert number(parse(text), {}, {"f": "x->2*x+1"}) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "1+",
            "(1",
            "1)",
            "x->",
            "f(",
            "piecewise {",
            "1 ? 2",
            "$",
            "__import__('os')",
            "unknown",
            "1/0",
        ),
        *("(" * 200 + "1" + ")" * 200, "2^" * 200 + "2", "x->x", "sum(n : n=1..999999999)", "9^9^9^9"),
        *("f(f(1))", "g(1)", "sin(1, 2)", "a" * 3000, "piecewise { 0>1 ? 1 }", "diff(x^2:x)"),
    ],
)
def test_what_has_no_value_is_unreadable_and_bounded(text: str) -> None:
    start = time.process_time()
    with pytest.raises(Unreadable):
        number(parse(text), {}, {"f": "x->f(x)", "g": "g(1)"})
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "point", "wanted"),
    [
        ("x->x^2", (3, 9), True),
        ("x->x^2", (3, 9.001), False),
        ("x^2", (3, 9), True),
        ("y=x^2", (3, 9), True),
        ("y->y^2", (9, 3), True),
        ("y->y^2", (3, 9), False),
        ("q->2*q", (30, 60), True),
        ("q->(r(2))(q)", (-1, -2), True),
        ("x->ln(x)", (-1, 0), False),
        ("x->1/x", (0, 0), False),
        ("5", (1, 5), True),
        ("x^2+y^2=25", (3, -4), True),
        ("x^2+y^2=25", (3, 4.01), False),
        ("x=(y+2)*ln(y)", (0.7534242103406404, 1.26), True),
        ("diff(ln(x^2+1)+x^2:x)", (1, 3), True),
        ("x->piecewise{x<=0 ? -x, ? x}", (-2, 2), True),
        ("(x, y)->x+y", (1, 2, 3), True),
        ("(x, y)->x+y", (1, 2, 4), False),
        ("x^2-y^2=2", (16, -3, 245), True),
        ("x^2+y^2+z^2=9", (1, 2, 2), True),
        ("t->vector{t, t}", (1, 1), False),
    ],
)
def test_points(text: str, point: tuple[float, ...], wanted: bool) -> None:
    if "vector" in text:
        with pytest.raises(Unreadable):
            on(text, point, {})
    else:
        assert on(text, point, {"r": "a->q->a*q"}) is wanted


VAL = {"type": "val", "key": "p", "value": 1.58496250072}


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("1.58496250072", True),
        ("1.584963", True),
        ("1.584965", False),
        ("log(3)/log(2)", True),
        ("1.58496250072+i", False),
    ],
)
def test_val(text: str, passes: bool) -> None:
    assert (val(VAL, {"p": text}) == "") is passes


@pytest.mark.parametrize("variables", [{}, {"q": "1.58496250072"}, {"p": "true?"}, {"p": "list{1}"}, None])
def test_val_of_what_is_no_number_is_unreadable(variables: Any) -> None:
    with pytest.raises(Unreadable):
        val(VAL, variables)


def test_var() -> None:
    item = {"type": "var", "key": "p", "value": "1+-i"}
    assert [var(item, {"p": text}) == "" for text in ("1+-i", "1-i", " 1 + -i", "1+i", "x", "")] == [
        *(True, True, True),
        *(False, False, False),
    ]
    with pytest.raises(Unreadable, match="not defined"):
        var(item, {})
    gone = {"type": "var", "key": "euler", "value": "#UNDEF"}
    assert var(gone, {"pi": "3.14"}) == ""
    assert "still defined" in var(gone, {"euler": "0.57"})


EQN = {"type": "eqn", "key": [[1, 1], [2, 5]], "value": {"(1, 1)": True, "(2, 5)": False}}


@pytest.mark.parametrize(
    ("plots", "passes"),
    [
        ([{"expr": "x", "(1, 1)": True, "(2, 5)": False}], True),
        ([{"(1.0,1.0)": True, "(2.0, 5.0)": False}], True),
        ([{"(1, 1)": True, "(2, 5)": True}], False),
        ([{"(1, 1)": True}], False),
        ([{"(1, 1)": 1, "(2, 5)": 0}], False),
        ([{"(1, 1)": False, "(2, 5)": False}, {"(1, 1)": True, "(2, 5)": False}], True),
        ([{"(1, 1)": True, "(2, 5)": True}, {"(1, 1)": False, "(2, 5)": False}], False),
        ([], False),
        ({"plots": ["x->x^2"], "variables": {}}, True),
        ({"plots": ["x->x^2+1"], "variables": {}}, False),
        ({"plots": ["nonsense ("], "variables": {}}, False),
        ({"plots": [], "variables": {}}, False),
    ],
)
def test_eqn(plots: Any, passes: bool) -> None:
    assert (eqn(EQN, plots) == "") is passes


def test_properties_and_the_number_of_plots() -> None:
    black = {"type": "eqn", "key": [[1, 1]], "value": {"(1, 1)": True, "color": "#00FF00", "res": 3328}}
    told = {"(1, 1)": True, "color": "#00ff00", "res": 3328}
    assert eqn(black, [told]) == ""
    assert eqn(black, [{**told, "color": "#00ff01"}])
    assert eqn(black, [{**told, "res": 832}])
    assert eqn(black, [{"(1, 1)": True, "color": "#00ff00"}])
    none = {"type": "eqn", "key": "#SIZE", "value": 0}
    assert eqn(none, []) == ""
    assert eqn(none, {"plots": [], "variables": {}}) == ""
    assert eqn(none, [{}])
    for broken in (None, "x", [1]):
        with pytest.raises(Unreadable):
            eqn(none, broken)
