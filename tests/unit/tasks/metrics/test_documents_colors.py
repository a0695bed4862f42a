"""Highlights, and colours of words in tables."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from docx.document import Document
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import RGBColor

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

from .word import Runs, changed, word

YELLOW = {"highlight_color": WD_COLOR_INDEX.YELLOW}


@pytest.mark.parametrize(
    ("runs", "score"),
    [
        ([("a b", {})], 1),
        ([("a", {}), (" b", YELLOW)], 0),
        ([("a", {}), (" b", {"highlight_color": WD_COLOR_INDEX.GRAY_25})], 0),
        ([("a", {}), (" ", YELLOW), ("b", {"highlight_color": WD_COLOR_INDEX.WHITE})], 1),
        ([("a c", {})], 0),
    ],
)
def test_highlights_of_word_documents(runs: Runs, score: float, tmp_path: Path) -> None:
    sides = word(tmp_path / "a.docx", runs), word(tmp_path / "b.docx", [("a b", {})])
    assert metric("check_highlighted_words")(*sides) == score


def test_shading_is_a_highlight(tmp_path: Path) -> None:
    def shaded(document: Document) -> None:
        run = document.add_paragraph().add_run("a")
        run._r.get_or_add_rPr().append(parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:fill="ffff00"/>'))

    sides = changed(tmp_path / "a.docx", shaded), word(tmp_path / "b.docx", [("a", {})])
    assert metric("check_highlighted_words")(*sides) == 0


NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for name, long in (
        ("office", "office"),
        ("text", "text"),
        ("style", "style"),
        ("fo", "xsl-fo-compatible"),
    )
)
STYLE = (
    '<style:style style:name="T1" style:family="text" {more}><style:text-properties {color}/></style:style>'
)


def odt(path: Path, text: str, color: str = "", parent: str = "") -> Path:
    """A text with the automatic style T1 of this background, and a common style Marker that is yellow."""
    common = STYLE.replace("T1", "Marker").format(more="", color='fo:background-color="#ffff00"')
    own = STYLE.format(
        more=parent and f'style:parent-style-name="{parent}"',
        color=color and f'fo:background-color="{color}"',
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "content.xml",
            f"<office:document-content {NAMESPACES}><office:automatic-styles>{own}</office:automatic-styles>"
            f"<office:body><office:text>{text}</office:text></office:body></office:document-content>",
        )
        archive.writestr(
            "styles.xml",
            f"<office:document-styles {NAMESPACES}><office:styles>{common}</office:styles>"
            "</office:document-styles>",
        )
    return path


MARKED = '<text:p>a <text:span text:style-name="T1">b</text:span></text:p>'


@pytest.mark.parametrize(
    ("text", "color", "parent", "score"),
    [
        (MARKED, "", "", 1),
        (MARKED, "transparent", "", 1),
        (MARKED, "#ffffff", "", 1),
        (MARKED, "#ffff00", "", 0),
        (MARKED, "#00ff00", "", 0),
        (MARKED, "", "Marker", 0),
        (MARKED, "transparent", "Marker", 1),
        (MARKED.replace("T1", "Marker"), "", "", 0),
        (MARKED.replace(">b<", "><text:span>b</text:span><"), "#ffff00", "", 0),
        ('<text:p>a <text:span text:style-name="T1"> </text:span>b</text:p>', "#ffff00", "", 1),
        ("<text:p>a c</text:p>", "", "", 0),
    ],
)
def test_highlights_of_open_documents(
    text: str, color: str, parent: str, score: float, tmp_path: Path
) -> None:
    sides = odt(tmp_path / "a.odt", text, color, parent), odt(tmp_path / "b.odt", "<text:p>a b</text:p>")
    assert metric("check_highlighted_words")(*sides) == score


RED, BLUE, NEAR_RED, ORANGE = (
    RGBColor(*rgb) for rgb in ((255, 0, 0), (0, 0, 255), (250, 5, 5), (255, 80, 0))
)


def cells(*words: tuple[str, RGBColor | None]) -> tuple[Runs, ...]:
    return tuple([(text, {"rgb": color})] for text, color in words)


@pytest.mark.parametrize(
    ("found", "options", "score"),
    [
        (cells(("apple", RED), ("Ball", BLUE)), {}, 1),
        (cells(("apple", BLUE), ("Ball", BLUE)), {}, 0),
        (cells(("apple", RED), ("Ball", None)), {}, 0),
        (cells(("apple", NEAR_RED), ("Ball", BLUE)), {}, 1),
        (cells(("apple", ORANGE), ("Ball", BLUE)), {}, 0),
        (cells(("apple", ORANGE), ("Ball", BLUE)), {"threshold": 60}, 1),
        (cells(("apple", NEAR_RED), ("Ball", BLUE)), {"threshold": 0}, 0),
        (([("a", {"rgb": RED}), ("pple", {"rgb": BLUE})], [("Ball", {"rgb": BLUE})]), {}, 0),
        (cells(("apple Ball", RED)), {}, 0),
        (cells(("apple", RED), ("Balls", BLUE)), {}, 0),
    ],
)
def test_colored_words(
    found: tuple[Runs, ...], options: dict[str, Any], score: float, tmp_path: Path
) -> None:
    text: Runs = [("Words", {})]
    wanted = word(tmp_path / "b.docx", text, cells=cells(("apple", None), ("Ball", None)))
    result = word(tmp_path / "a.docx", text, cells=found)
    assert metric("evaluate_colored_words_in_tables")(result, wanted, **options) == score


def test_words_are_colored_one_by_one_and_stay_in_the_table(tmp_path: Path) -> None:
    mixed: Runs = [("apple ", {"rgb": RED}), ("Ball 7 ", {"rgb": BLUE}), ("7 ", {}), ("Éclair", {"rgb": RED})]
    table = word(tmp_path / "a.docx", cells=(mixed,))
    no_table = word(tmp_path / "b.docx", mixed)
    name = "evaluate_colored_words_in_tables"
    assert metric(name)(table, table) == 1.0
    assert metric(name)(no_table, table) == 0.0


PAIRS = ["check_highlighted_words", "evaluate_colored_words_in_tables"]


@pytest.mark.parametrize("name", PAIRS)
def test_broken_documents(name: str, tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", [("a", {})]), tmp_path / "bad.docx"
    bad.write_bytes(b"no zip file")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises(zipfile.BadZipFile):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric(name)(good, good, unknown=1)


def test_a_colour_that_is_none_is_no_fault(tmp_path: Path) -> None:
    def odd(document: Document) -> None:
        run = document.add_table(1, 1).cell(0, 0).paragraphs[0].add_run("apple")
        run._r.get_or_add_rPr().append(parse_xml(f'<w:color {nsdecls("w")} w:val="reddish"/>'))

    result = changed(tmp_path / "a.docx", odd)
    assert metric("evaluate_colored_words_in_tables")(result, result) == 0
