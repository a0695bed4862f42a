"""Tables, pictures, and how paragraphs and pages of Word documents are laid out."""

import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import docx
import pytest
from docx.document import Document
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK, WD_LINE_SPACING, WD_TAB_ALIGNMENT
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt
from PIL import Image

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

Change = Callable[[Document], object]


def word(path: Path, *changes: Change) -> Path:
    document = docx.Document()
    for change in changes:
        change(document)
    document.save(str(path))
    return path


def score(
    name: str, tmp_path: Path, found: Sequence[Change], wanted: Sequence[Change], **options: Any
) -> float:
    return metric(name)(word(tmp_path / "a.docx", *found), word(tmp_path / "b.docx", *wanted), **options)


def said(text: str) -> Change:
    return lambda document: document.add_paragraph(text)


def table(*rows: Sequence[str], merged: bool = False) -> Change:
    def add(document: Document) -> None:
        added = document.add_table(len(rows), len(rows[0]))
        for cells, texts in zip(added.rows, rows, strict=True):
            for cell, text in zip(cells.cells, texts, strict=True):
                cell.text = text
        if merged:
            added.cell(0, 0).merge(added.cell(0, 1)).text = rows[0][0]

    return add


SQUARE = table("ab", "cd")


@pytest.mark.parametrize(
    ("found", "wanted", "right"),
    [
        ([SQUARE], [SQUARE], 1),
        ([said("before"), SQUARE], [SQUARE], 1),
        ([table(("a ", "b"), ("c", "d"))], [SQUARE], 1),
        ([table("ab", "cx")], [SQUARE], 0),
        ([table("ab", "cD")], [SQUARE], 0),
        ([table("cd", "ab")], [SQUARE], 0),
        ([table("ab", "cd", ("", ""))], [SQUARE], 0),
        ([SQUARE], [table(("a", "b", ""), ("c", "d", ""))], 0),
        ([SQUARE, SQUARE], [SQUARE], 0),
        ([SQUARE], [], 0),
        ([table("ab", "ef"), SQUARE], [SQUARE, table("ab", "ef")], 0),
        ([table(("", ""), ("", ""), merged=True)], [table(("", ""), ("", ""))], 0),
        ([table("ab", "cd", merged=True)], [table("ab", "cd", merged=True)], 1),
    ],
)
def test_tables(found: list[Change], wanted: list[Change], right: float, tmp_path: Path) -> None:
    assert score("compare_docx_tables", tmp_path, found, wanted) == right


def test_a_cell_over_too_many_columns_is_unreadable(tmp_path: Path) -> None:
    def wide(document: Document) -> None:
        properties = document.add_table(1, 1).cell(0, 0)._tc.get_or_add_tcPr()
        properties.append(parse_xml(f'<w:gridSpan {nsdecls("w")} w:val="1000000000"/>'))

    with pytest.raises(Unreadable, match="columns"):
        score("compare_docx_tables", tmp_path, [wide], [SQUARE])


def picture(color: str, format: str = "png", size: tuple[int, int] = (8, 8), mode: str = "RGB") -> Change:
    data = io.BytesIO()
    Image.new(mode, size, color).save(data, format)
    return lambda document: document.add_picture(data)


@pytest.mark.parametrize(
    ("found", "wanted", "right"),
    [
        ([picture("red")], [picture("red")], 1),
        ([picture("red", "bmp")], [picture("red", mode="RGBA")], 1),
        ([picture("red")], [picture("blue")], 0),
        ([picture("red", size=(4, 16))], [picture("red")], 0),
        ([picture("red"), picture("blue")], [picture("blue"), picture("red")], 0),
        ([picture("red"), picture("red")], [picture("red")], 0),
        ([], [picture("red")], 0),
        ([], [], 1),
    ],
)
def test_pictures(found: list[Change], wanted: list[Change], right: float, tmp_path: Path) -> None:
    assert score("compare_docx_images", tmp_path, found, wanted) == right


def spaced(spacing: float | Pt | None, rule: WD_LINE_SPACING | None = None) -> Change:
    def add(document: Document) -> None:
        form = document.add_paragraph("text").paragraph_format
        form.line_spacing = spacing
        if rule is not None:
            form.line_spacing_rule = rule

    return add


def doubled(document: Document) -> None:
    style: Any = document.styles["Normal"]
    style.paragraph_format.line_spacing = 2


@pytest.mark.parametrize(
    ("found", "wanted", "right"),
    [
        ([spaced(2.0)], [spaced(2.0)], 1),
        ([spaced(2.0)], [spaced(1.5)], 0),
        ([spaced(None)], [spaced(2.0)], 0),
        ([doubled, spaced(None)], [spaced(2.0)], 1),
        ([spaced(Pt(24))], [spaced(2.0)], 0),
        ([spaced(Pt(24))], [spaced(Pt(24), WD_LINE_SPACING.AT_LEAST)], 0),
        ([spaced(2.0), said("")], [spaced(2.0)], 0),
        ([spaced(2.0), spaced(1.0)], [spaced(2.0), spaced(2.0)], 0),
        ([spaced(2.0), said("more")], [spaced(2.0)], 0),
    ],
)
def test_line_spacing(found: list[Change], wanted: list[Change], right: float, tmp_path: Path) -> None:
    assert score("compare_line_spacing", tmp_path, found, wanted) == right


def aligned(text: str, alignment: WD_ALIGN_PARAGRAPH | None) -> Change:
    return lambda document: setattr(document.add_paragraph(text), "alignment", alignment)


def centred(document: Document) -> None:
    style: Any = document.styles["Normal"]
    style.paragraph_format.alignment = WD_ALIGN_PARAGRAPH.CENTER


@pytest.mark.parametrize(
    ("changes", "right"),
    [
        ([aligned("Title", WD_ALIGN_PARAGRAPH.CENTER), said("text")], 1),
        ([aligned("", WD_ALIGN_PARAGRAPH.LEFT), aligned("Title", WD_ALIGN_PARAGRAPH.CENTER)], 1),
        ([aligned("", WD_ALIGN_PARAGRAPH.CENTER), said("Title")], 0),
        ([aligned("Title", WD_ALIGN_PARAGRAPH.RIGHT)], 0),
        ([said("Title"), aligned("text", WD_ALIGN_PARAGRAPH.CENTER)], 0),
        ([centred, said("Title")], 1),
        ([centred, aligned("Title", WD_ALIGN_PARAGRAPH.LEFT)], 0),
        ([], 0),
    ],
)
def test_first_line(changes: list[Change], right: float, tmp_path: Path) -> None:
    assert metric("is_first_line_centered")(word(tmp_path / "a.docx", *changes)) == right


def stops(text: str, *places: tuple[float, WD_TAB_ALIGNMENT]) -> Change:
    def add(document: Document) -> None:
        form = document.add_paragraph(text).paragraph_format
        for at, alignment in places:
            form.tab_stops.add_tab_stop(Pt(at), alignment)

    return add


LEFT, RIGHT, CLEAR = WD_TAB_ALIGNMENT.LEFT, WD_TAB_ALIGNMENT.RIGHT, WD_TAB_ALIGNMENT.CLEAR
THREE = {"word_number_split_by_tabstop": 3, "index": 0}
LINE = "one two three\tfour five"
# python-docx's page has 432 points between its margins.
GOLD = [stops(LINE, (400, RIGHT))]


@pytest.mark.parametrize(
    ("found", "options", "right"),
    [
        (GOLD, THREE, 1),
        ([*GOLD, said("")], THREE, 1),
        ([stops(LINE, (0, LEFT), (100, CLEAR), (400, RIGHT))], THREE, 1),
        ([stops(LINE, (357, RIGHT))], THREE, 1 - 43 / 432),
        ([stops(LINE, (400, LEFT))], THREE, 0),
        ([stops(LINE)], THREE, 0),
        ([stops(LINE, (200, LEFT), (400, RIGHT))], THREE, 0),
        ([stops("one two\tthree four five", (400, RIGHT))], THREE, 0),
        ([stops("one two\tthree four five", (400, RIGHT))], {}, 1),
        (GOLD, {"word_number_split_by_tabstop": 2, "index": 1}, 1),
        (GOLD, {"word_number_split_by_tabstop": 2, "index": 0}, 0),
        (GOLD, {"word_number_split_by_tabstop": 2, "index": 2}, 0),
        ([stops("one two three\tfour six", (400, RIGHT))], THREE, 0),
        ([*GOLD, *GOLD], THREE, 0),
    ],
)
def test_tab_stops(found: list[Change], options: dict[str, int], right: float, tmp_path: Path) -> None:
    assert score("check_tabstops", tmp_path, found, GOLD, **options) == pytest.approx(right)


def test_tab_stops_of_a_style_are_in_force(tmp_path: Path) -> None:
    def styled(document: Document) -> None:
        style: Any = document.styles["Normal"]
        style.paragraph_format.tab_stops.add_tab_stop(Pt(400), RIGHT)

    assert score("check_tabstops", tmp_path, [styled, stops(LINE)], GOLD) == 1
    assert score("check_tabstops", tmp_path, [styled, stops(LINE, (400, CLEAR))], GOLD) == 0


def broken_page(document: Document) -> None:
    document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)


def broken_line(document: Document) -> None:
    document.add_paragraph().add_run().add_break(WD_BREAK.LINE)


@pytest.mark.parametrize(
    ("changes", "rules", "right"),
    [
        ([broken_page], {}, 1),
        ([broken_line], {}, 0),
        ([broken_page, said("x"), broken_page], {"page_break_count": 2}, 1),
        ([broken_page, broken_page, broken_page], {"page_break_count": 2}, 0),
        ([broken_page, broken_line], {"page_break_count": 2}, 0),
        ([], {"page_break_count": 0}, 1),
    ],
)
def test_page_breaks(changes: list[Change], rules: dict[str, int], right: float, tmp_path: Path) -> None:
    assert metric("contains_page_break")(word(tmp_path / "a.docx", *changes), rules) == right


PAIRS = ["compare_docx_tables", "compare_docx_images", "compare_line_spacing", "check_tabstops"]
SINGLE = ["is_first_line_centered", "has_page_numbers_in_footers"]


@pytest.mark.parametrize("name", PAIRS)
def test_broken_pairs(name: str, tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", *GOLD), tmp_path / "bad.docx"
    bad.write_bytes(b"no zip file")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises(zipfile.BadZipFile):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric(name)(good, good, unknown=1)


def test_broken_results(tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", *GOLD), tmp_path / "bad.docx"
    bad.write_bytes(b"no zip file")
    for name in SINGLE:
        with pytest.raises(Unreadable):
            metric(name)(bad)
    with pytest.raises(Unreadable):
        metric("contains_page_break")(bad, {})
    with pytest.raises(ValueError, match="choices: page_break_count"):
        metric("contains_page_break")(good, {"page_breaks": 1})
