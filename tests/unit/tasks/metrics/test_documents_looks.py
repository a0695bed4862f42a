"""How text in documents looks: fonts, italics, subscripts, strike-through."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml.ns import qn
from docx.shared import Pt

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

from .word import Run, Runs, changed, word

TIMES = {"font_name": "Times New Roman"}


def times(text: str) -> Run:
    return text, {"name": "Times New Roman"}


@pytest.mark.parametrize(
    ("runs", "cells", "score"),
    [
        ([times("One"), times(" two")], (), 1),
        ([times("One"), (" ", {}), times("two")], (), 1),
        ([times("One"), (" two", {"name": "Arial"})], (), 0),
        ([times("One"), (" two", {})], (), 0),
        ([times("One")], ([times("cell")],), 1),
        ([times("One")], ([("cell", {})],), 0),
        ([], (), 0),
    ],
)
def test_font_names(runs: Runs, cells: tuple[Runs, ...], score: float, tmp_path: Path) -> None:
    assert metric("compare_font_names")(word(tmp_path / "a.docx", runs, cells=cells), TIMES) == score


def in_a_style(document: Document) -> None:
    style = document.styles["Normal"]
    style.font.name = "Times New Roman"
    document.add_paragraph("all of it")


def in_a_theme(document: Document) -> None:
    run = document.add_paragraph().add_run("all of it")
    run.font.name = "Times New Roman"
    fonts = run._r.rPr.rFonts  # type: ignore[union-attr]
    fonts.set(qn("w:asciiTheme"), "minorHAnsi")  # type: ignore[union-attr]


def outside_ascii(document: Document) -> None:
    run = document.add_paragraph().add_run("“é”")
    run.font.name = "Times New Roman"
    run._r.rPr.rFonts.set(qn("w:hAnsi"), "Arial")  # type: ignore[union-attr]


@pytest.mark.parametrize(("change", "score"), [(in_a_style, 1), (in_a_theme, 0), (outside_ascii, 0)])
def test_the_font_in_force_counts(change: Callable[[Document], object], score: float, tmp_path: Path) -> None:
    assert metric("compare_font_names")(changed(tmp_path / "a.docx", change), TIMES) == score


XCU = (
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="{path}">'
    '<prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item></oor:items>'
)
DEFAULT_FONT = "/org.openoffice.Office.Writer/DefaultFont"


@pytest.mark.parametrize(
    ("path", "name", "value", "score"),
    [
        (DEFAULT_FONT, "Standard", "Times New Roman", 1),
        (DEFAULT_FONT, "Standard", "Times", 0),
        (DEFAULT_FONT, "Heading", "Times New Roman", 0),
        ("/org.openoffice.Office.Calc/DefaultFont", "Standard", "Times New Roman", 0),
    ],
)
def test_default_font(path: str, name: str, value: str, score: float, tmp_path: Path) -> None:
    file = tmp_path / "registrymodifications.xcu"
    file.write_text(XCU.format(path=path, name=name, value=value))
    assert metric("find_default_font")(file, TIMES) == score


@pytest.mark.parametrize("name", ["find_default_font", "compare_font_names"])
def test_broken_fonts(name: str, tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"<oor:items>")
    with pytest.raises(Unreadable):
        metric(name)(file, TIMES)
    with pytest.raises(ValueError, match="choices: font_name"):
        metric(name)(file, {**TIMES, "size": 3})
    with pytest.raises(ValueError, match="no font_name"):
        metric(name)(file, {})


SMALL, LARGE = {"size": Pt(12)}, {"size": Pt(14)}
ITALIC, LARGE_ITALIC = {**SMALL, "italic": True}, {**LARGE, "italic": True}
GOLD: Runs = [("a", SMALL), ("b", LARGE_ITALIC)]


@pytest.mark.parametrize(
    ("found", "wanted", "score"),
    [
        (GOLD, GOLD, 1),
        ([("a", SMALL), ("b", ITALIC)], GOLD, 0),
        ([("a", SMALL), ("b", {**LARGE_ITALIC, "size": Pt(14.5)})], GOLD, 0),
        ([("a", LARGE), ("b", LARGE_ITALIC)], GOLD, 0),
        ([("a", SMALL), ("b", LARGE)], GOLD, 0),
        ([("a", SMALL), ("c", LARGE_ITALIC)], GOLD, 0),
        (
            [("a", SMALL), (" ", {"italic": True}), ("b", LARGE_ITALIC)],
            [("a ", SMALL), ("b", LARGE_ITALIC)],
            1,
        ),
        (GOLD, [("ab", {})], 1),
        ([("a", {}), ("b", {"italic": True})], [("ab", {})], 0),
    ],
)
def test_italics(found: Runs, wanted: Runs, score: float, tmp_path: Path) -> None:
    sides = word(tmp_path / "a.docx", found), word(tmp_path / "b.docx", wanted)
    assert metric("check_italic_font_size_14")(*sides) == score


def test_italics_of_a_style_and_in_tables_count(tmp_path: Path) -> None:
    def styled(document: Document) -> None:
        style: Any = document.styles.add_style("Slanted", WD_STYLE_TYPE.CHARACTER)
        style.font.italic, style.font.size = True, Pt(14)
        document.add_table(1, 1).cell(0, 0).paragraphs[0].add_run("a", style="Slanted")

    good = changed(tmp_path / "a.docx", styled)
    bad = word(tmp_path / "b.docx", cells=([("a", ITALIC)],))
    assert metric("check_italic_font_size_14")(good, good) == 1
    assert metric("check_italic_font_size_14")(bad, good) == 0


SUB = {"subscript": True}
WATER: Runs = [("H", {}), ("2", SUB), ("O", {})]


@pytest.mark.parametrize(
    ("found", "wanted", "score"),
    [
        (WATER, WATER, 1),
        ([("H2", SUB), ("O", {})], WATER, 0),
        ([("H", {}), ("2", {"superscript": True}), ("O", {})], WATER, 0),
        ([("H2O", {})], WATER, 0),
        ([("H2O", {})], [("H2O", {})], 0),
        (WATER, [("H2O", {})], 0),
        ([("H", {}), ("2", SUB), ("", SUB), ("O", {"bold": True})], WATER, 1),
    ],
)
def test_subscripts(found: Runs, wanted: Runs, score: float, tmp_path: Path) -> None:
    sides = word(tmp_path / "a.docx", found), word(tmp_path / "b.docx", [("No", {})], wanted)
    assert metric("compare_subscript_contains")(*sides) == score


STRUCK, DOUBLE, PLAIN = {"strike": True}, {"double_strike": True}, {"strike": False}
LAST: tuple[Runs, ...] = ([("one", {})], [("two ", STRUCK), ("three", STRUCK)])


@pytest.mark.parametrize(
    ("found", "wanted", "score"),
    [
        (LAST, LAST, 1),
        ((*LAST, []), LAST, 1),
        ((LAST[0], [("two three", DOUBLE)]), LAST, 1),
        ((LAST[0], [("two ", STRUCK), ("three", {})]), LAST, 0),
        ((LAST[0], [("two three", PLAIN)], []), LAST, 0),
        (([("one", STRUCK)], LAST[1]), LAST, 0),
        ((LAST[0], [("two", STRUCK)]), LAST, 0),
        (LAST, ([("one", {})], [("two three", {})]), 1),
        (([],), ([],), 0),
    ],
)
def test_strike_through(
    found: tuple[Runs, ...], wanted: tuple[Runs, ...], score: float, tmp_path: Path
) -> None:
    sides = word(tmp_path / "a.docx", *found), word(tmp_path / "b.docx", *wanted)
    assert metric("evaluate_strike_through_last_paragraph")(*sides) == score


PAIRS = [
    "check_italic_font_size_14",
    "compare_subscript_contains",
    "evaluate_strike_through_last_paragraph",
]


@pytest.mark.parametrize("name", PAIRS)
def test_broken_documents(name: str, tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", WATER), tmp_path / "bad.docx"
    bad.write_bytes(b"no zip file")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises(zipfile.BadZipFile):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric(name)(good, good, unknown=1)
