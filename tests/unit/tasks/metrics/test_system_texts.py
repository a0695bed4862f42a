"""Texts, lists and settings of the desktop: each metric on passes, fails, near misses and broken results."""

import re
from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.metrics.values import holds

FOLDERS = {"expect": [r"\bA\.msf\b", r"\bA/?(?!\.msf)"]}
CLOCKS = "Linux 5.15\n12:00:01 CPU\n12:00:02 all\nAverage: all\n"
ZONE = (
    "      Local time: Thu 2024-01-25 12:56:06 WET\n       Time zone: Atlantic/Faroe (WET, +0000)\n NTP: no\n"
)
INSTALLED = {"type": "contain", "expected": "ms.python"}
KEY = {"key": "ctrl+j", "command": "focus", "when": "terminalFocus"}
CODE = b"def f(a):\n    # a comment\n    return a\n"


def tree(*names: str, **folder: object) -> dict[str, object]:
    files: list[object] = [{"type": "file", "name": name} for name in names]
    return {"type": "directory", "name": "d", "children": files + ([folder] if folder else [])}


def one(value: object) -> dict[str, object]:
    return {"expected": value}


CASES: list[tuple[str, Any, Any, dict[str, Any], float]] = [
    ("check_list", b"A.msf\nA/\n", FOLDERS, {}, 1),
    ("check_list", b"A.msf\n", FOLDERS, {}, 0),
    ("check_list", "A.msf\nA", FOLDERS, {}, 1),
    ("check_list", b"", {"unexpect": [".+"]}, {}, 1),
    ("check_list", b"\n", {"unexpect": [".+"]}, {}, 1),
    ("check_list", b"x\n", {"unexpect": [".+"]}, {}, 0),
    ("check_list", b"a\nb\n", {"expect": ["a.b"]}, {}, 0),
    ("check_list", b"a b\n", {"expect": ["a", "b$"], "unexpect": ["c"]}, {}, 1),
    ("check_list", b"a b\nc", {"expect": ["a", "b$"], "unexpect": ["c"]}, {}, 0),
    ("check_line_number", CLOCKS.encode(), one("2"), {}, 1),
    ("check_line_number", CLOCKS.encode(), one(2), {}, 1),
    ("check_line_number", CLOCKS.encode(), one("3"), {}, 0),
    ("check_line_number", b"24:00:00\n12:60:00\n112:00:00\n1:2:3\n", one("0"), {}, 1),
    ("diff_text_file", b"a\nb\n", b"a\nb\n", {}, 1),
    ("diff_text_file", b"a\r\nb", b"a\nb\n", {}, 1),
    ("diff_text_file", b"a\nb\nc\nd\n", b"a\nb\nc\n", {}, 6 / 7),
    ("diff_text_file", b"A\n", b"a\n", {}, 0),
    ("diff_text_file", b"", b"a\n", {}, 0),
    ("fuzzy_match", "abcd", one("abcd"), {}, 1),
    ("fuzzy_match", "abc", one("abcd"), {}, 6 / 7),
    ("fuzzy_match", "xyz", one("abcd"), {}, 0),
    ("literal_match", 147, "147", {}, 1),
    ("literal_match", "a", "A", {}, 0),
    ("literal_match", "a", "A", {"type": "str", "ignore_case": True}, 1),
    ("literal_match", ["a", 1], ["a", "1"], {"type": "list"}, 1),
    ("literal_match", ["A", "1"], ["a", "1"], {"type": "list"}, 0),
    ("literal_match", ["A", "1"], ["a", "1"], {"type": "list", "ignore_case": True}, 1),
    ("literal_match", ["1", "a"], ["a", "1"], {"type": "list"}, 0),
    ("literal_match", ["a"], ["a", "1"], {"type": "list"}, 0),
    ("literal_match", ["a", "1"], ["a"], {"type": "list"}, 0),
    ("literal_match", "ab", ["a", "b"], {"type": "list"}, 0),
    ("literal_match", b"a\n", b"a\n", {}, 1),
    ("is_extension_installed", "x.y\nms.python\n", INSTALLED, {}, 1),
    ("is_extension_installed", "ms.python@1.2\n", INSTALLED, {}, 1),
    ("is_extension_installed", "ms.python-more\nxms.python\nms.python.b", INSTALLED, {}, 0),
    ("is_extension_installed", "", INSTALLED, {}, 0),
    ("is_extension_installed", "ms.python", {**INSTALLED, "type": "not_contain"}, {}, 0),
    ("is_extension_installed", "ms.pythons", {**INSTALLED, "type": "not_contain"}, {}, 1),
    ("compare_config", b"project", one("project"), {}, 1),
    ("compare_config", b"project2", one("project"), {}, 0),
    ("compare_config", b"the project is", one("project"), {"containment_ok": True}, 1),
    ("compare_config", b"projet", one("project"), {"containment_ok": True}, 0),
    ("compare_config", b'{"a":1, /* b */ "c": [1,],}', one('{"c": [1], "a": 1}\n'), {}, 1),
    ("compare_config", b'{"a": 1, "b": 2}', one('{"a": 1}'), {}, 0),
    ("compare_config", b'{"a": 1, "b": 2}', one('{"a": 1}'), {"containment_ok": True}, 1),
    ("compare_config", b'{"a": "1"}', one('{"a": 1}'), {"containment_ok": True}, 0),
    ("compare_config", b'{"a": true}', one('{"a": 1}'), {"containment_ok": True}, 0),
    ("compare_config", b'{"a": {"b": 1, "c": 2}}', one('{"a": {"b": 1}}'), {"containment_ok": True}, 1),
    ("compare_config", b'{"x": {"a": 1}}', one('{"a": 1}'), {"containment_ok": True}, 0),
    (
        "check_json_keybindings",
        b'// keys\n[{"key": "ctrl+j", "command": "focus", "when": "terminalFocus"}]',
        one(KEY),
        {},
        1,
    ),
    ("check_json_keybindings", b'[{"key": "ctrl+j", "command": "focus"}]', one(KEY), {}, 0),
    (
        "check_json_keybindings",
        b'[{"key": "ctrl+j", "command": "//", "when": "a,]"},]',
        one({"key": "ctrl+j", "command": "//", "when": "a,]"}),
        {},
        1,
    ),
    ("check_json_keybindings", b"[]", one(KEY), {}, 0),
    ("compare_python_pure_text", CODE, CODE.replace(b"    ", b"\t") + b"\n\n", {}, 1),
    ("compare_python_pure_text", CODE, CODE.replace(b"# a comment", b""), {}, 0),
    ("compare_python_pure_text", CODE.upper(), CODE, {}, 0),
    ("check_gnome_favorite_apps", "['a.desktop', 'b.desktop']\n", one(["b.desktop", "a.desktop"]), {}, 1),
    ("check_gnome_favorite_apps", "['a.desktop']\n", one(["b.desktop", "a.desktop"]), {}, 0),
    ("check_gnome_favorite_apps", "['a', 'b', 'b']", one(["a", "b"]), {}, 0),
    ("check_gnome_favorite_apps", "@as []", one([]), {}, 1),
    ("check_gnome_favorite_apps", '["it\'s"]', one(["it's"]), {}, 1),
    ("check_moved_jpgs", tree("b.jpg", "a.jpg"), one(["a.jpg", "b.jpg"]), {}, 1),
    ("check_moved_jpgs", tree("a.jpg"), one(["a.jpg", "b.jpg"]), {}, 0),
    ("check_moved_jpgs", tree("a.jpg", "b.jpg", "c.png"), one(["a.jpg", "b.jpg"]), {}, 0),
    ("check_moved_jpgs", tree("a.jpg", type="directory", name="b.jpg"), one(["a.jpg", "b.jpg"]), {}, 0),
    ("is_in_vm_clickboard", one("/d/secret.docx"), "/d/secret.docx\n", {}, 1),
    ("is_in_vm_clickboard", one("/d/secret.docx"), "/d/secret.doc", {}, 0),
    ("is_in_vm_clickboard", one(["a", "b"]), "b a", {}, 1),
    ("is_in_vm_clickboard", one(["a", "b"]), "a", {}, 0),
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
    assert metric(name)(*sides, **options) == pytest.approx(score)


@pytest.mark.parametrize(
    ("zone", "score"), [(ZONE, 1), (ZONE.replace("+0000", "+0100"), 0), (ZONE.replace("+0000", "+0030"), 0)]
)
def test_time_zones(zone: str, score: float) -> None:
    assert metric("is_utc_0")(zone) == score


@pytest.mark.parametrize(
    ("name", "result", "expected"),
    [
        ("check_list", b"\xff", FOLDERS),
        ("check_line_number", b"\xff", one("1")),
        ("diff_text_file", b"\xff", b"a"),
        ("diff_text_file", b"\n" * 20_001, b"a"),
        ("fuzzy_match", b"\xff", one("a")),
        ("literal_match", b"\xff", "a"),
        ("is_extension_installed", 3, INSTALLED),
        ("compare_config", b"\xff", one("project")),
        ("compare_config", b"{broken", one('{"a": 1}')),
        ("check_json_keybindings", b"{broken", one(KEY)),
        ("check_json_keybindings", b"[" * 100_000, one(KEY)),
        ("check_json_keybindings", b"{}", one(KEY)),
        ("compare_python_pure_text", b"\xff", b"a"),
        ("check_gnome_favorite_apps", "__import__('os')", one(["a"])),
        ("check_gnome_favorite_apps", "['a'", one(["a"])),
        ("check_moved_jpgs", ["a.jpg"], one(["a.jpg"])),
        ("is_in_vm_clickboard", one("a"), {"a": 1}),
    ],
)
def test_what_an_agent_left_broken_is_unreadable(
    name: str, result: object, expected: object, tmp_path: Path
) -> None:
    with pytest.raises(Unreadable):
        metric(name)(side(result, tmp_path / "result"), side(expected, tmp_path / "expected"))


def test_no_time_zone_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        metric("is_utc_0")("Local time: now\n")


@pytest.mark.parametrize(
    ("name", "result", "expected"),
    [
        ("check_list", b"a", {}),
        ("check_list", b"a", {"expect": "a"}),
        ("check_list", b"a", {"expects": ["a"]}),
        ("check_list", b"a", {"expect": ["("]}),
        ("check_line_number", b"a", {"expected": "many"}),
        ("diff_text_file", b"a", b"\xff"),
        ("fuzzy_match", "a", {"expect": "a"}),
        ("is_extension_installed", "a", {"type": "holds", "expected": "a"}),
        ("is_extension_installed", "a", {"type": "contain"}),
        ("compare_config", b"a", {"expected": {"a": 1}}),
        ("check_json_keybindings", b"[]", {"expected": [KEY]}),
        ("compare_python_pure_text", b"a", b"\xff"),
        ("check_gnome_favorite_apps", "[]", {"expected": "a"}),
        ("check_moved_jpgs", tree("a"), {"expect": ["a"]}),
        ("is_in_vm_clickboard", {"expected": []}, "a"),
        ("is_in_vm_clickboard", {"expect": "a"}, "a"),
    ],
)
def test_faults_of_the_task_raise(name: str, result: object, expected: object, tmp_path: Path) -> None:
    with pytest.raises((ValueError, KeyError, TypeError, re.error)) as caught:
        metric(name)(side(result, tmp_path / "result"), side(expected, tmp_path / "expected"))
    assert not isinstance(caught.value, Unreadable)


def test_unknown_options_raise() -> None:
    with pytest.raises(ValueError, match="type"):
        metric("literal_match")("a", "a", type="set")
    with pytest.raises(ValueError, match="expected"):
        metric("literal_match")(["a"], "a", type="list")
    for name in ("literal_match", "compare_config", "check_list"):
        with pytest.raises(TypeError):
            metric(name)("a", {"expected": "a"}, fuzzy=True)


@pytest.mark.parametrize(
    ("value", "method", "ref", "answer"),
    [
        (1, "eq", 1, True),
        (True, "eq", 1, False),
        (1, "ne", 2, True),
        ([True], "eq", [1], False),
        (2, "lt", 3, True),
        (3, "le", 3, True),
        (3, "gt", 3, False),
        (3, "ge", 3, True),
        ("b", "gt", "a", True),
        ("4", "gt", 3, False),
        (3.1, "approx:0.2", 3, True),
        ("3.3", "approx:0.2", 3, False),
        ("x", "approx:0.2", 3, False),
        ("Dark mode", "re", "dark", False),
        ("Dark mode", "re.I", "dark", True),
        ("a\nb", "re.S", "a.b", True),
        (True, "re", "true", True),
    ],
)
def test_rules_on_values(value: object, method: str, ref: object, answer: bool) -> None:
    assert holds(value, {"method": method, "ref": ref}) is answer


@pytest.mark.parametrize("method", ["equals", "re.Q", "range", ""])
def test_unknown_methods_are_faults(method: str) -> None:
    with pytest.raises(ValueError, match="method"):
        holds("a", {"method": method, "ref": "a"})
