"""The language of task files' lambdas: what Python says, within bounds, and nothing else."""

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.expression import ExpressionError, is_lambda, parse
from scalecua.tasks.scienceboard.metrics.interpret import compute

ECLIPSE = (
    "lambda dump: (s := dump['s'], m := dump['m'], v := [m[i] - s[i] for i in range(3)], "
    "_v := __import__('math').sqrt(v[0]**2 + v[1]**2 + v[2]**2), _v / 2)[-1]"
)
ALLOWED: list[tuple[str, tuple[Any, ...]]] = [
    ("lambda dump: dump['a']['b'][0]", ({"a": {"b": [7]}},)),
    ("lambda key, value: abs(key - value) < 0.1", (2400000.05, 2400000)),
    ("lambda key, value: abs((key % 360) - value) < 0.1", (-335.02, 25)),
    (
        "lambda key, value: any([item['name'] == value for item in key])",
        ([{"name": "a"}, {"name": "b"}], "b"),
    ),
    ("lambda key, value: all([item['name'] != value for item in key])", ([{"name": "a"}], "b")),
    ("lambda dump: [i for i in dump if i['n'] == 'x']", ([{"n": "x"}, {"n": "y"}],)),
    ("lambda key, value: key[0]['o'] > value[0] and key[0]['o'] < value[1]", ([{"o": 0.5}], [0.48, 0.52])),
    ("lambda key: '.'.join(key.split('.')[:-1] + ['_border'])", ("a.b.(1,)._name",)),
    ("lambda key, value: key.endswith('._name') and value == 'x'", ("q._name", "x")),
    ("lambda key: key.startswith('a') or not key", ("",)),
    ("lambda out: out.strip()", (" x\n",)),
    ("lambda key, value: value in key and 'q' not in key", ("v.info map=x", "v.info")),
    ("lambda a, b: a <= b >= a != b", (1, 2)),
    ("lambda a: (-a, a * 2, a / 2, 2 ** a, [a] + [1], 'x' + 'y')[1:4]", (3,)),
    (ECLIPSE, ({"s": [1.0, 2.0, 3.0], "m": [4.0, 6.0, 3.0]},)),
]


def run(text: str, *values: Any, today: str | None = None) -> Any:
    return compute(parse(text, len(values)), *values, today=today)


@pytest.mark.parametrize(("text", "values"), ALLOWED)
def test_it_means_what_python_says(text: str, values: tuple[Any, ...]) -> None:
    assert run(text, *values) == eval(text)(*values)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text("ab.", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([text for text, values in ALLOWED if len(values) == 2]), JSON, JSON)
def test_any_state_gives_pythons_value_or_is_unreadable(text: str, key: Any, value: Any) -> None:
    try:
        wanted = eval(text)(key, value)
    except Exception:
        wanted = Unreadable
    try:
        found = run(text, key, value)
    except Unreadable:
        found = Unreadable
    # Text formatting and other meanings that operators have for texts and sets are left out.
    assert found == wanted or found is Unreadable


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("lambda kx:()[]{}.'_=!<>+-*/%,0123 iforn@\\\n\"f"), max_size=60))
def test_any_text_is_an_expression_or_an_error_of_ours(text: str) -> None:
    for whole in (text, f"lambda x: {text}"):
        with suppress(Unreadable, ExpressionError):
            json.dumps(run(whole, {"a": [1, "x"]}), default=str)


@pytest.mark.parametrize(
    "body",
    [
        "__import__('os').system('id')",
        "__import__('math').__loader__",
        "__import__('datetime').sys",
        "__import__('math')",
        "__import__('ma' + 'th').sqrt(4)",
        "x.__class__",
        "x.__class__.__mro__[1].__subclasses__()",
        "().__class__.__bases__",
        "x._private",
        "x.format(x)",
        "x.encode()",
        "'{0.__class__}'.format(x)",
        "f'{x}'",
        "x.sqrt(4)",
        "x.strftime('%Y')",
        "x.today()",
        "eval('1')",
        "exec('1')",
        "open('/etc/passwd')",
        "getattr(x, 'y')",
        "len(x)",
        "str(x)",
        "sorted(x)",
        "print(x)",
        "x(1)",
        "(lambda y: y)(x)",
        "lambda: x",
        "[i for i in x for j in x]",
        "[(y := i) for i in x]",
        "[i for i, j in x]",
        "{1: 2}",
        "{1}",
        "(i for i in x)",
        "x if x else x",
        "*x",
        "(await x)",
        "(yield)",
        "x @ x",
        "x // 2",
        "x << 99999",
        "x & 1",
        "~x",
        "x is x",
        "b'bytes'",
        "1j",
        "...",
        "abs",
        "abs := 3",
        "(abs := 3)",
        "__debug__",
        "(__x := 1)",
        "x.split(sep='.')",
        "abs(*x)",
        "x.join",
        "9" * 100,
        "-" * 3000 + "1",
        "(" * 250 + ")" * 250,
        "[" * 45 + "]" * 45,
        "+".join("x" * 700),
        "'" + "a" * 5000 + "'",
        "",
        "import os",
        "x = 1",
        "1; 2",
        "\x00",
    ],
)
def test_everything_else_is_an_error_before_it_is_computed(body: str) -> None:
    with pytest.raises(ExpressionError, match="expression"):
        parse(f"lambda x: {body}", 1)


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "x",
        "lambda: 1",
        "lambda x, y: 1",
        "lambda *x: 1",
        "lambda **x: 1",
        "lambda x=1: 1",
        "lambda *, x: 1",
        "lambda x, /: 1",
        "lambda __x: 1",
        "lambda abs: 1",
        "def f(x): 1",
    ],
)
def test_what_is_no_lambda_of_one_parameter_is_an_error(text: str) -> None:
    with pytest.raises(ExpressionError, match="expression"):
        parse(text, 1)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("lambda x: 9 ** 9 ** 9", None),
        ("lambda x: 2 ** 5000", None),
        ("lambda x: x ** x", 10**6),
        ("lambda x: 2.0 ** 99999", None),
        ("lambda x: x * x", 10**2000),
        ("lambda x: range(10 ** 9)", None),
        ("lambda x: [[i for i in range(9999)] for j in range(9999)]", None),
        ("lambda x: all([v in x for v in x])", list(range(3000))),
        ("lambda x: ".ljust(12) + "(" + "x := x + x, " * 30 + "x)", "ab"),
        ("lambda x: x.split('.')", "." * 2_000_000),
        ("lambda x: x.join(['a', 'b', 'c'])", "-" * 600_000),
    ],
)
def test_work_is_bounded(text: str, value: Any) -> None:
    start = time.process_time()
    with pytest.raises((ExpressionError, Unreadable)):
        run(text, value)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("lambda x: x['a']", {}),
        ("lambda x: x['a']", None),
        ("lambda x: x[0]", []),
        ("lambda x: x['a']['b']", {"a": 3}),
        ("lambda x: x - 1", "1"),
        ("lambda x: x % 3", "%s"),
        ("lambda x: x * 3", "ab"),
        ("lambda x: 1 / x", 0),
        ("lambda x: x < 1", "a"),
        ("lambda x: 'a' in x", 5),
        ("lambda x: x.strip()", 5),
        ("lambda x: all(x)", "ab"),
        ("lambda x: (-8) ** x", 0.5),
        ("lambda x: y", 1),
    ],
)
def test_a_state_without_what_is_asked_for_is_the_agents(text: str, value: Any) -> None:
    with pytest.raises(Unreadable, match="finds nothing"):
        run(text, value)


def test_todays_date_is_that_of_the_state() -> None:
    text = "lambda: __import__('datetime').datetime.today().strftime('%Y-%m-%d')"
    assert run(text, today="2025-03-09") == "2025-03-09"
    with pytest.raises(ExpressionError, match="date"):
        run(text)
    with pytest.raises(ExpressionError, match="date"):
        run(text.replace("%d", "%s"), today="2025-03-09")


def test_plain_text_is_no_lambda() -> None:
    assert is_lambda("lambda: 1")
    assert not is_lambda("_state.lambda")
    assert not is_lambda(None)
