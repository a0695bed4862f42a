"""`check_direct_json_object`, every option alone and with others."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

check = metric("check_direct_json_object")
INSIDE = {"expect_in_result": True}
SINGLE = {"expect_in_result": True, "result_not_list": True}
ANY = {"ignore_list_order": True}


@pytest.mark.parametrize(
    ("result", "expected", "options", "score"),
    [
        ({"a": "1", "b": True}, {"a": "1", "b": True}, {}, 1),
        ({"a": "1", "b": True, "c": 3}, {"a": "1"}, {}, 1),
        ({"a": "1"}, {"a": "1", "b": True}, {}, 0),
        ({"a": None}, {"a": None}, {}, 1),
        ({}, {"a": None}, {}, 0),
        ({"a": 1}, {"a": True}, {}, 0),
        ({"a": "true"}, {"a": True}, {}, 0),
        ({"a": "2"}, {"a": 2}, {}, 0),
        ({"a": 2.0}, {"a": 2}, {}, 1),
        ({"a": "Large"}, {"a": "large"}, {}, 0),
        ({"a": "large "}, {"a": "large"}, {}, 0),
        ({"a": {"x": [1]}}, {"a": {"x": [1]}}, {}, 1),
        ({"a": {"x": [1], "y": 2}}, {"a": {"x": [1]}}, {}, 0),
        ({"a": ["p", "q"]}, {"a": ["p", "q"]}, {}, 1),
        ({"a": ["q", "p"]}, {"a": ["p", "q"]}, {}, 0),
        ({"a": ["q", "p"]}, {"a": ["p", "q"]}, ANY, 1),
        ({"a": ["q", "p", "p"]}, {"a": ["p", "q"]}, ANY, 0),
        ({"a": ["q"]}, {"a": ["p", "q"]}, ANY, 0),
        ({"a": ["q", "q"]}, {"a": ["p", "q"]}, ANY, 0),
        ({"a": [[1, 2], 3]}, {"a": [3, [2, 1]]}, ANY, 1),
        ({"a": "x"}, {"a": "x"}, ANY, 1),
        ({"a": "ARN"}, {"a": ["STO", "ARN"]}, INSIDE, 1),
        ({"a": "ARNX"}, {"a": ["STO", "ARN"]}, INSIDE, 0),
        ({"a": ["LHR", "ARN"]}, {"a": ["STO", "ARN"]}, INSIDE, 1),
        ({"a": ["LHR"]}, {"a": ["STO", "ARN"]}, INSIDE, 0),
        ({"a": []}, {"a": ["STO"]}, INSIDE, 0),
        ({"a": "best drip coffee maker"}, {"a": "drip coffee maker"}, INSIDE, 1),
        ({"a": "drip coffee"}, {"a": "drip coffee maker"}, INSIDE, 0),
        ({"a": ["x", "y"]}, {"a": "y"}, INSIDE, 1),
        ({"a": ["xy"]}, {"a": "y"}, INSIDE, 0),
        ({"a": True}, {"a": True}, INSIDE, 1),
        ({"a": 1}, {"a": True}, INSIDE, 0),
        ({"b": "ARN"}, {"a": ["ARN"]}, INSIDE, 0),
        ({"a": None}, {"a": "x"}, INSIDE, 0),
        ({"a": "kili"}, {"a": ["Kili", "kili"]}, SINGLE, 1),
        ({"a": "Kil"}, {"a": ["Kili", "kili"]}, SINGLE, 0),
        ({"a": ["kili"]}, {"a": ["Kili", "kili"]}, SINGLE, 0),
        ({"a": ["kili"]}, {"a": ["kili"]}, {"result_not_list": True}, 0),
        ('{"a": "x"}\n', {"a": "x"}, {}, 1),
        ("{'a': \"it's\", 'b': True}", {"a": "it's", "b": True}, {}, 1),
        ("{'a': 'y'}", {"a": "x"}, {}, 0),
        ({"a": "x"}, {"a": "x"}, {"relativeTime": {"from": "tomorrow"}, "timezone": "Europe/Zurich"}, 1),
    ],
)
def test_scores(result: Any, expected: Any, options: dict[str, Any], score: int) -> None:
    assert check(result, {"expected": expected, **options}) == score


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "found").write_text('{"a": 1}')
    assert check(tmp_path / "found", {"expected": {"a": 1}}) == 1


@pytest.mark.parametrize(
    "result", ["", "nothing", "[1]", "{'a': open('x')}", "[" * 50_000, ["a"], 3, "{'a', 'b'}"]
)
def test_what_is_no_object_is_unreadable(result: Any) -> None:
    with pytest.raises(Unreadable):
        check(result, {"expected": {"a": 1}})


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({}, "no expected"),
        ({"expected": ["a"]}, "not an object"),
        ({"expected": {}}, "not an object with keys"),
        ({"expected": {"a": 1}, "ignore_order": True}, "unknown ignore_order; choices: expect_in_result"),
        ({"expected": {"a": 1}, "expect_in_result": "yes"}, "choices: true, false"),
        ([], "not an object"),
    ],
)
def test_faults_of_the_task_raise(rules: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        check({"a": 1}, rules)
