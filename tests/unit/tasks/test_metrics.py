"""Each metric on a pass, a fail, a near miss and an unreadable result; faults of the task itself raise."""

from pathlib import Path

import pytest

from scalecua.tasks.metrics.table import FAMILIES, METRICS, metric
from scalecua.tasks.metrics.unreadable import Unreadable

PLAIN = [name for name, module in METRICS.items() if ".plain." in module]
INI = b"[view]\nwrap = true\nsize=12\n[other]\nwrap = false\n"
DOC = b'{"a": {"b": [1, true, "x y"]}, "on": true, "n": 1}'


def key(*path: object, method: str = "eq", ref: object = None) -> dict[str, object]:
    return {"expect": [{"key": list(path), "method": method, "ref": ref}]}


CASES = [
    ("exact_match", "a\n", {"expected": "a\n"}, {}, 1),
    ("exact_match", b"a\n", {"expected": "a\n"}, {}, 1),
    ("exact_match", "a", {"expected": "a\n"}, {}, 0),
    ("exact_match", "A\n", {"expected": "a\n"}, {}, 0),
    ("exact_match", True, {"expected": 1}, {}, 0),
    ("exact_match", 1, {"expected": 1}, {}, 1),
    ("check_include_exclude", "one two", {"include": ["one", "two"], "exclude": ["three"]}, {}, 1),
    ("check_include_exclude", "one", {"include": ["one", "two"], "exclude": []}, {}, 0),
    ("check_include_exclude", "one three", {"include": ["one"], "exclude": ["three"]}, {}, 0),
    ("check_include_exclude", "One", {"include": ["one"]}, {}, 0),
    ("check_include_exclude", "", {"exclude": ["x"]}, {}, 1),
    ("file_contains", b"Ping 3 Upload 4", {"expected": ["Ping", "Upload"]}, {}, 1),
    ("file_contains", b"Ping 3 upload 4", {"expected": ["Ping", "Upload"]}, {}, 0),
    ("is_in_list", ["/a", "/b"], {"expected": "/a"}, {}, 1),
    ("is_in_list", "/a\n/b\n", {"expected": "/b"}, {}, 1),
    ("is_in_list", ["/ab"], {"expected": "/a"}, {}, 0),
    ("match_in_list", "light", {"expected": ["light", "system"]}, {}, 1),
    ("match_in_list", "ligh", {"expected": ["light", "system"]}, {}, 0),
    ("match_in_list", "dark", {"expected": ["light", "system"]}, {}, 0),
    ("compare_text_file", b"a  b\n", {"expected": "a b"}, {"ignore_blanks": True}, 1),
    ("compare_text_file", b"a  b\n", {"expected": "a b"}, {}, 0),
    ("compare_text_file", b"ab", {"expected": "a b"}, {"ignore_blanks": True}, 0),
    ("compare_text_file", b"A b", b"a b", {"ignore_case": True}, 1),
    ("compare_text_file", b"A b", b"a b", {}, 0),
    ("compare_lines", "b\na\n", {"expected": ["a", "b"]}, {"ordered": False}, 1),
    ("compare_lines", "b\na\n", {"expected": ["a", "b"]}, {}, 0),
    ("compare_lines", "a\na\nb\n", {"expected": ["a", "b"]}, {"ordered": False}, 0),
    ("check_json", DOC, key("a", "b", 2, ref="x y"), {}, 1),
    ("check_json", DOC, key("a", "b", 3, ref="x y"), {}, 0),
    ("check_json", DOC, key("a", "b", 2, method="contains", ref="x"), {}, 1),
    ("check_json", DOC, key("on", ref=1), {}, 0),
    ("check_json", DOC, key("n", method="ne", ref=2), {}, 1),
    ("check_json", DOC, key("missing", method="ne", ref=2), {}, 0),
    ("check_json", DOC, {"unexpect": [{"key": ["n"], "method": "eq", "ref": 1}]}, {}, 0),
    ("check_json", DOC, {"unexpect": [{"key": ["n"], "method": "eq", "ref": 2}]}, {}, 1),
    ("check_json_settings", DOC, {"expected": {"on": True}}, {}, 1),
    ("check_json_settings", DOC, {"expected": {"on": True, "n": 2}}, {}, 0),
    ("check_json_settings", b"[]", {"expected": {"on": True}}, {}, 0),
    ("check_ini", INI, {"section": "view", "key": "wrap", "expected": "true"}, {}, 1),
    ("check_ini", INI, {"section": "other", "key": "wrap", "expected": "true"}, {}, 0),
    ("check_ini", INI, {"section": "none", "key": "wrap", "expected": "true"}, {}, 0),
    ("check_ini", INI, {"section": "view", "key": "size", "expected": 12}, {}, 1),
]


def side(value: object, path: Path) -> object:
    """Bytes as the file that a metric gets."""
    if isinstance(value, bytes):
        path.write_bytes(value)
        return path
    return value


@pytest.mark.parametrize(("name", "result", "expected", "options", "score"), CASES)
def test_scores(
    name: str, result: object, expected: object, options: dict[str, object], score: float, tmp_path: Path
) -> None:
    sides = side(result, tmp_path / "result"), side(expected, tmp_path / "expected")
    assert metric(name)(*sides, **options) == score


def test_every_metric_has_a_pass_and_a_fail() -> None:
    assert {(name, score) for name, *_, score in CASES} == {(n, s) for n in PLAIN for s in (0, 1)}


@pytest.mark.parametrize(
    ("name", "result", "rules"),
    [
        ("exact_match", b"\xff\xfe", {"expected": "a"}),
        ("check_json", b"{broken", key("a", ref=1)),
        ("check_json", b"[" * 100_000, key("a", ref=1)),
        ("check_json", b"9" * 10_000, key("a", ref=1)),
        ("check_ini", b"no section = 1", {"section": "view", "key": "wrap", "expected": "true"}),
        ("check_include_exclude", {"a": 1}, {"include": ["a"]}),
        ("is_in_list", 3, {"expected": "a"}),
        ("file_contains", b"x" * (5 * 1024 * 1024), {"expected": ["x"]}),
    ],
)
def test_what_an_agent_left_broken_is_unreadable(
    name: str, result: object, rules: object, tmp_path: Path
) -> None:
    with pytest.raises(Unreadable):
        metric(name)(side(result, tmp_path / "result"), rules)


@pytest.mark.parametrize(
    ("name", "result", "rules"),
    [
        ("exact_match", "a", {}),
        ("check_include_exclude", "a", {"includes": ["a"]}),
        ("check_include_exclude", "a", {"include": "a"}),
        ("check_json", DOC, {}),
        ("check_json", DOC, key("n", method="regex", ref="1")),
        ("compare_text_file", b"a", 3),
        ("match_in_list", "a", {"expected": "abc"}),
    ],
)
def test_faults_of_the_task_raise(name: str, result: object, rules: object, tmp_path: Path) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        metric(name)(side(result, tmp_path / "result"), rules)


def test_a_name_is_one_metrics() -> None:
    names = [name for family in FAMILIES for names in family.MODULES.values() for name in names]
    assert len(names) == len(set(names)) == len(METRICS)
    for name in names:
        assert callable(metric(name))
