"""Tests that run the agent's Python, selectors on the accessibility tree, and documents with places."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from scalecua.tasks.metrics.system import check_python_file_by_test_suite as suites
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

SPACES = " ".join(
    f'xmlns:{prefix}="https://accessibility.ubuntu.example.org/ns/{name}"'
    for prefix, name in (("attr", "attributes"), ("st", "state"))
)
TREE = f"""<desktop-frame {SPACES}><application name="Mail"><tool-bar name="Bar" attr:id="Headers">
<label name="To"/><panel attr:class="pill"><label name="fox@uni.edu" attr:class="pill-label">Fox</label>
</panel></tool-bar>
<page-tab-list attr:id="tabs"><page-tab name="About Profiles" st:selected="true">Tab one</page-tab>
</page-tab-list></application></desktop-frame>"""
PILL = 'tool-bar[attr|id=Headers] label[name=To]~[attr|class="pill"]>label[attr|class="pill-label"]'
TAB = {"xpath": "//page-tab[@st:selected='true']"}


@pytest.mark.parametrize(
    ("rules", "score"),
    [
        ([{"selectors": [PILL + '[name*="fox@uni.edu"]']}], 1),
        ([{"selectors": [PILL + '[name*="cat@uni.edu"]']}], 0),
        ([{"selectors": [PILL + '[name*="Fox@uni.edu"]']}], 0),
        ([{"selectors": ["frame", "application[name=Mail] page-tab-list[attr|id=tabs]>page-tab"]}], 1),
        ([{"selectors": ["application>page-tab"]}], 0),
        ([{"selectors": ["[id=tabs]"]}], 0),
        ([{"xpath": "//application[@name='Mail']//*[contains(@name, 'fox') or contains(text(), 'x')]"}], 1),
        ([{"xpath": "//label[@name='Fox']"}], 0),
        ([TAB], 1),
        ([{"xpath": "//label/@name", "text": "To"}], 1),
        ([{**TAB, "selectors": ["frame"]}], 1),
        ([TAB, {"xpath": "//frame"}], 0),
        ([{**TAB, "text": "Tab one"}], 1),
        ([{**TAB, "text": "Tab on", "exact": True}], 0),
        ([{**TAB, "text": "Tab o", "exact": False}], 10 / 12),
        ([{"selectors": ["label"], "text": "Fox"}], 1),
        ([{"selectors": ["tool-bar"], "text": "Fox"}], 0),
    ],
)
def test_trees(rules: list[dict[str, Any]], score: float) -> None:
    assert metric("check_accessibility_tree")(TREE, rules) == pytest.approx(score)


@pytest.mark.parametrize(
    "tree", ["", "<a>", f'<!DOCTYPE a [<!ENTITY b "c">]>{TREE}', "<a>" * 5000 + "</a>" * 5000]
)
def test_what_is_no_tree_is_unreadable(tree: str) -> None:
    with pytest.raises(Unreadable):
        metric("check_accessibility_tree")(tree, [TAB])


@pytest.mark.parametrize(
    "rules",
    [
        [],
        {"xpath": "//a"},
        [{}],
        [{"text": "a"}],
        [{**TAB, "texts": "a"}],
        [{**TAB, "exact": True}],
        [{"selectors": []}],
        [{"xpath": "count(//a)"}],
    ],
)
def test_wrong_rules_about_trees_are_faults(rules: Any) -> None:
    with pytest.raises(ValueError, match=r"rule|selectors|xpath"):
        metric("check_accessibility_tree")(TREE, rules)


SUITE = """
from snake import grow
import settings

def test():
    return grow(settings.SIZE) == 4

def half():
    return 0.5

def much():
    return 7

def nothing():
    pass
"""
GOOD = {"snake.py": "def grow(size):\n    print('grown')\n    return size + 1\n", "settings.py": "SIZE = 3\n"}


def place(
    folder: Path, files: dict[str, str], suite: str = SUITE, before: str = ""
) -> tuple[list[Path], Path]:
    folder.mkdir(exist_ok=True)
    (folder / "tests.py").write_text(suite)
    for name, text in files.items():
        (folder / f"{before}{name}").write_text(text)
    return [folder / f"{before}{name}" for name in files], folder / "tests.py"


@pytest.mark.parametrize(
    ("changes", "options", "score"),
    [
        ({}, {}, 1),
        ({"settings.py": "SIZE = 4\n"}, {}, 0),
        ({}, {"test_function_name": "half"}, 0.5),
        ({}, {"test_function_name": "much"}, 1),
        ({}, {"test_function_name": "nothing"}, 0),
    ],
)
def test_suites(changes: dict[str, str], options: dict[str, str], score: float, tmp_path: Path) -> None:
    files, suite = place(tmp_path, {**GOOD, **changes})
    assert metric("check_python_file_by_test_suite")(files, suite, **options) == score


def test_files_are_found_by_the_names_that_the_task_gave_them(tmp_path: Path) -> None:
    files, suite = place(tmp_path, GOOD, before="result-1-")
    place(tmp_path, {"settings.py": "SIZE = 0\n"}, before="result-2-")
    assert metric("check_python_file_by_test_suite")(files[0], suite) == 1
    files, suite = place(tmp_path / "bare", GOOD)
    assert metric("check_python_file_by_test_suite")(files[0], suite) == 1


@pytest.mark.parametrize(
    ("snake", "reason"),
    [
        ("def grow(size):\n    return size[0]\n", "TypeError"),
        ("def grow(size: broken", "SyntaxError"),
        ("def shrink(size):\n    return size\n", "ImportError"),
        ("import os\nos._exit(0)\n", "ended"),
        ("import os\nos.write(1, b'score 1.0')\nos._exit(0)\n", "ended"),
        ("raise SystemExit(0)\n", "SystemExit"),
        ("while True: pass\n", "more than"),
        ("data = bytearray(8 << 30)\n", "MemoryError"),
    ],
)
def test_files_that_break_their_tests(
    snake: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suites, "TIMEOUT_S", 8.0)
    files, suite = place(tmp_path, {**GOOD, "snake.py": snake})
    with pytest.raises(Unreadable, match=reason):
        metric("check_python_file_by_test_suite")(files, suite)


def test_a_file_that_is_missing_is_the_agents_fault(tmp_path: Path) -> None:
    files, suite = place(tmp_path, {"snake.py": GOOD["snake.py"]})
    for result in (files, "text", [tmp_path / "none.py"], []):
        with pytest.raises(Unreadable):
            metric("check_python_file_by_test_suite")(result, suite)


@pytest.mark.parametrize(
    ("suite", "error"),
    [
        ("def test(: pass", SyntaxError),
        ("def other(): pass", ValueError),
        ("import pygame\ndef test(): pass", ImportError),
    ],
)
def test_a_broken_suite_is_the_judges_fault(
    suite: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(error):
        metric("check_python_file_by_test_suite")(*place(tmp_path, GOOD, suite))


PLACES = [
    "福田区正义街1号",
    "福田区益田路5055号信息枢纽大厦",
    "福田区振兴路108号",
    "福田区香梅路2002-4号",
    "福田区福华三路111号",
    "福田区竹子林五路12号",
]


def document(path: Path, lines: list[str]) -> Path:
    written = Document()
    for line in lines:
        written.add_paragraph(line)
    written.save(str(path))
    return path


@pytest.mark.parametrize(
    ("lines", "score"),
    [
        (PLACES[:5], 1),
        (PLACES[5:0:-1], 1),
        ([f"{number}. {line}" for number, line in enumerate(PLACES[:5], 1)], 1),
        ([*PLACES[:5], "", "  "], 1),
        (["\n".join(PLACES[:3]), " ".join(PLACES[3]), PLACES[4]], 1),
        (PLACES[:4], 0),
        (PLACES, 0),
        ([*PLACES[:4], PLACES[0]], 0),
        ([*PLACES[:4], "xyz"], 0.8),
        ([], 0),
    ],
)
def test_places(lines: list[str], score: float, tmp_path: Path) -> None:
    found = metric("fuzzy_place_math")(document(tmp_path / "a.docx", lines), {"expected": PLACES})
    assert found == pytest.approx(score)


def test_a_place_that_is_nearly_right_scores_nearly_all(tmp_path: Path) -> None:
    near = document(tmp_path / "a.docx", [*PLACES[:4], PLACES[4].replace("111", "112")])
    assert 0.95 < metric("fuzzy_place_math")(near, {"expected": PLACES}) < 1


def test_documents_and_rules_that_cannot_be(tmp_path: Path) -> None:
    good, broken = document(tmp_path / "a.docx", PLACES[:5]), tmp_path / "b.docx"
    broken.write_bytes(b"PK no document")
    check = metric("fuzzy_place_math")
    for result in (
        broken,
        tmp_path / "none.docx",
        "text",
        document(tmp_path / "c.docx", [*PLACES[:4], "x" * 600]),
    ):
        with pytest.raises(Unreadable):
            check(result, {"expected": PLACES})
    for rules in ({}, {"expected": PLACES[:3]}, {"expected": PLACES, "count": 5}):
        with pytest.raises(ValueError, match=r"rules|expected"):
            check(good, rules)
