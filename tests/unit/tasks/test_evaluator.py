"""Reading OSWorld's evaluator object in its single and list forms."""

from typing import Any

import pytest

from scalecua.core.errors import JudgeError
from scalecua.tasks.evaluator import parse

G: dict[str, Any] = {"type": "vm_file", "path": "/a"}


def test_single_and_list_forms_agree() -> None:
    single = parse({"func": "exact_match", "result": G, "expected": G, "options": None})
    listed = parse({"func": ["exact_match"], "result": [G], "expected": [G], "options": [None]})
    assert single == listed
    assert single.conj == "and"


def test_options_may_be_empty_beside_a_list_and_comments_are_ignored() -> None:
    read = parse({"func": ["a", "b"], "result": [G, G], "expected": [None, G], "options": {}, "_note": "x"})
    assert [check.options for check in read.checks] == [{}, {}]
    assert read.checks[0].expected is None


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"result": G}, "func"),
        ({"func": [], "result": []}, "func"),
        ({"func": 3}, "func"),
        ({"func": "a", "result": [G]}, "result"),
        ({"func": ["a", "b"], "result": [G]}, "list of 2"),
        ({"func": ["a"], "result": G}, "list of 1"),
        ({"func": "a", "result": G, "conj": "xor"}, "conj"),
        ({"func": "a", "reslut": G}, "reslut"),
        ({"func": ["infeasible", "a"], "result": [G, G]}, "infeasible"),
    ],
)
def test_what_is_wrong_is_named(spec: dict[str, Any], said: str) -> None:
    with pytest.raises(JudgeError, match=said):
        parse(spec)
