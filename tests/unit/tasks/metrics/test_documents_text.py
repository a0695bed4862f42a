"""Texts of Word and OpenDocument files: comparisons with every option, references, records."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

Texts = Sequence[str]
ODT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>%s'
    "</office:text></office:body></office:document-content>"
)


def word(path: Path, paragraphs: Texts, cells: Texts = ()) -> Path:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if cells:
        table = document.add_table(1, len(cells))
        for cell, text in zip(table.rows[0].cells, cells, strict=True):
            cell.text = text
    document.save(str(path))
    return path


def odt(path: Path, body: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT % body)
    return path


def score(tmp_path: Path, name: str, found: Texts, wanted: Texts, **options: Any) -> float:
    return metric(name)(
        word(tmp_path / "result.docx", found), word(tmp_path / "expected.docx", wanted), **options
    )


AB, BA = ["One two.", "Three four."], ["Three four.", "One two."]
BOTH = {"ignore_order": True, "ignore_case": True}
CASES: list[tuple[Texts, Texts, dict[str, bool], float]] = [
    (AB, AB, {}, 1),
    (AB, ["One two.", "Three five."], {}, 0),
    (AB, [*AB, "Five."], {}, 0),
    ([*AB, "Five."], AB, {}, 0),
    (AB, ["One  two. ", "", "Three four."], {}, 1),
    (AB, ["One  two.", "Three four."], {"ignore_blanks": False}, 0),
    (AB, ["One two.", "", "Three four."], {"ignore_blanks": False}, 0),
    (AB, AB, {"ignore_blanks": False}, 1),
    (AB, ["Onetwo.", "Three four."], {}, 0),
    (AB, ["one two.", "THREE four."], {}, 0),
    (AB, ["one two.", "THREE four."], {"ignore_case": True}, 1),
    (AB, ["one two.", "THREE four."], {"ignore_case": True, "ignore_blanks": False}, 1),
    (AB, BA, {}, 0),
    (AB, BA, {"ignore_order": True}, 1),
    (AB, BA, {"ignore_order": True, "ignore_blanks": False}, 1),
    (AB, [*BA, "One two."], {"ignore_order": True}, 0),
    (["b", "A"], ["a", "B"], {"ignore_order": True}, 0),
    (["b", "A"], ["a", "B"], BOTH, 1),
    (["b", "A"], ["a", "B"], {**BOTH, "ignore_blanks": False}, 1),
    (["  b", "a"], ["a", "b"], {"ignore_order": True}, 1),
    (["a", " ", "b"], ["a", "b"], {"ignore_blanks": False}, 0),
    (["a", " ", "b"], ["a", "b"], {"ignore_blanks": False, "delete_empty_lines": True}, 1),
    (["a", "", "b "], ["a", "b"], {"ignore_blanks": False, "delete_empty_lines": True}, 0),
    (["abcd"], ["abcx"], {"fuzzy_match": True}, 0.75),
    (["abcd", "ab"], ["abcx", "ab"], {"fuzzy_match": True, "ignore_blanks": False}, 0.875),
    (["abcd", "ab"], ["abcd"], {"fuzzy_match": True, "ignore_blanks": False}, 0),
    (["ABCD"], ["abcd"], {"fuzzy_match": True}, 0),
    (["ABCD"], ["abcd"], {"fuzzy_match": True, "ignore_case": True}, 1),
    ([], [], {"fuzzy_match": True, "ignore_blanks": False, "delete_empty_lines": True}, 1),
    (["abcd"], ["abcx"], {"content_only": True}, 0.75),
    (["ab ", "", "cd"], ["ab cd"], {"content_only": True, "ignore_blanks": False}, 1),
    (["cd", "ab"], ["ab", "cd"], {"content_only": True}, 0.4),
    (["cd", "ab"], ["ab", "cd"], {"content_only": True, "ignore_order": True}, 1),
    (["AB"], ["ab"], {"content_only": True, "ignore_case": True}, 1),
]


@pytest.mark.parametrize(("found", "wanted", "options", "wanted_score"), CASES)
def test_compare_docx_files(
    found: Texts, wanted: Texts, options: dict[str, bool], wanted_score: float, tmp_path: Path
) -> None:
    assert score(tmp_path, "compare_docx_files", found, wanted, **options) == pytest.approx(wanted_score)


@pytest.mark.parametrize(("cells", "wanted_score"), [(["x", "y"], 1), (["x", "z"], 0), ([], 0)])
def test_text_in_tables_is_text_too(cells: Texts, wanted_score: float, tmp_path: Path) -> None:
    sides = word(tmp_path / "a.docx", AB, ["x", "y"]), word(tmp_path / "b.docx", AB, cells)
    assert metric("compare_docx_files")(*sides) == wanted_score


def test_links_and_fields_are_text_and_deleted_words_are_not(tmp_path: Path) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("See ")._p
    for tag, text in (("w:hyperlink", "this"), ("w:ins", " and that"), ("w:del", "gone")):
        run = parse_xml(f'<{tag} {nsdecls("w")}><w:r><w:t xml:space="preserve">{text}</w:t></w:r></{tag}>')
        paragraph.append(run)
    document.save(str(tmp_path / "a.docx"))
    other = word(tmp_path / "b.docx", ["See this and that"])
    assert metric("compare_docx_files")(tmp_path / "a.docx", other, ignore_blanks=False) == 1


@pytest.mark.parametrize(
    ("body", "options", "wanted_score"),
    [
        ("<text:h>Title</text:h>\n<text:p>a <text:span>b</text:span><text:s text:c='2'/>c</text:p>", {}, 1),
        ("<text:h>Title</text:h><text:p>a  b c</text:p>", {}, 1),
        ("<text:h>Title</text:h><text:p>a  b c</text:p>", {"ignore_blanks": False}, 0),
        ("<text:h>Title</text:h><text:p>a\n b<text:s/><text:s/>c</text:p>", {"ignore_blanks": False}, 1),
        ("<text:p>a b c</text:p>", {}, 0),
        ("<text:p>a b c</text:p><text:h>Title</text:h>", {"ignore_order": True}, 1),
    ],
)
def test_open_document_texts(
    body: str, options: dict[str, bool], wanted_score: float, tmp_path: Path
) -> None:
    expected = odt(tmp_path / "b", "<text:h>Title</text:h><text:p>a b<text:s text:c='2'/>c</text:p>")
    assert metric("compare_docx_files")(odt(tmp_path / "a", body), expected, **options) == wanted_score


def test_a_result_of_another_format_is_unreadable(tmp_path: Path) -> None:
    result = odt(tmp_path / "a.docx", f"<text:p>{escape('x')}</text:p>")
    with pytest.raises(Unreadable, match="OpenDocument"):
        metric("compare_docx_files")(result, word(tmp_path / "b.docx", ["x"]))


@pytest.mark.parametrize(
    ("found", "wanted", "options", "wanted_score"),
    [
        (["a b", "", "c"], ["a b", "c", ""], {"ignore_blanks": False}, 1),
        (["a b\nc"], ["a b", "c"], {"ignore_blanks": False}, 1),
        (["a  b", "c"], ["a b", "c"], {"ignore_blanks": False}, 0),
        (["a  b", "c"], ["a b", "c"], {}, 1),
        (["c", "a b"], ["a b", "c"], {}, 0),
        (["a b"], ["a b", "c"], {}, 0),
    ],
)
def test_new_lines_ignored(
    found: Texts, wanted: Texts, options: dict[str, bool], wanted_score: float, tmp_path: Path
) -> None:
    name = "compare_docx_files_and_ignore_new_lines"
    assert score(tmp_path, name, found, wanted, **options) == wanted_score


LIST = ["Text", "References", "abcd", "", "efgh"]


@pytest.mark.parametrize(
    ("found", "wanted", "options", "wanted_score"),
    [
        (LIST, LIST, {}, 1),
        (["Other", "References", "abcd", "efgh"], LIST, {}, 1),
        (["References", "x", *LIST], LIST, {}, 1),
        (["References", "abcx", "efgh"], LIST, {}, 0.75),
        (["References", "abcx", "efgh"], LIST, {"reference_base_result": 0.75}, 0.5),
        (["References", "abcx", "efgh"], LIST, {"reference_base_result": 0.87}, 0),
        (["References", "efgh", "abcd"], LIST, {}, 0),
        (["References", "abcd"], LIST, {}, 0),
        (["References", "abcd", "efgh", "more"], LIST, {}, 0),
        (["abcd", "efgh"], LIST, {}, 0),
        (["a"], ["b"], {}, 1),
        (["Sources", "abcd"], ["Sources", "abcd"], {"reference_indicator": "Sources"}, 1),
        (["References", "ab  cd"], ["References", "ab cd"], {"content_only": True}, 1),
    ],
)
def test_references(
    found: Texts, wanted: Texts, options: dict[str, Any], wanted_score: float, tmp_path: Path
) -> None:
    given = score(tmp_path, "compare_references", found, wanted, **options)
    assert given == pytest.approx(wanted_score)


def test_white_space_counts_in_references_unless_the_content_alone_does(tmp_path: Path) -> None:
    lists = ["References", "ab  cd"], ["References", "ab cd"]
    assert 0 < score(tmp_path, "compare_references", *lists) < 1


ORIGINAL = ["06:00:00,A,1,2", "06:01:00,B,1,2", "06:02:00,A,3,2", "note"]


@pytest.mark.parametrize(
    ("found", "wanted_score"),
    [
        (["06:00:00,A,1,2", "06:01:00,B,1,2", "note"], 1),
        (["06:02:00,A,3,2", "", "06:01:00,B,1,2", "note"], 1),
        (ORIGINAL, 0),
        (["06:00:00,A,1,2", "note"], 0),
        (["06:00:00,A,1,2", "06:01:00,B,1,2"], 0),
        (["06:00:00,A,1,2", "06:01:01,B,1,2", "note"], 0),
        (["06:00:00,A,1,2", "06:01:00,B,1,2", "06:01:00,B,1,2", "note"], 0),
    ],
)
def test_unique_train_records(found: Texts, wanted_score: float, tmp_path: Path) -> None:
    gold = word(tmp_path / "gold.docx", ["06:00:00,A,1,2", "06:01:00,B,1,2", "note"])
    expected = [gold, word(tmp_path / "original.docx", ORIGINAL)]
    result = word(tmp_path / "result.docx", found)
    assert metric("compare_unique_train_records")(result, expected) == wanted_score


NAMES = ["compare_docx_files", "compare_docx_files_and_ignore_new_lines", "compare_references"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [b"", b"no zip file", b"PK\x05\x06" + bytes(18)])
def test_a_broken_document(name: str, data: bytes, tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", ["References", "a"]), tmp_path / "bad.docx"
    bad.write_bytes(data)
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises((KeyError, zipfile.BadZipFile)):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric(name)(good, good, unknown=True)


def test_broken_lists(tmp_path: Path) -> None:
    good, bad = word(tmp_path / "good.docx", ORIGINAL), tmp_path / "bad.docx"
    bad.write_bytes(b"PK")
    with pytest.raises(Unreadable):
        metric("compare_unique_train_records")(bad, [good, good])
    with pytest.raises(zipfile.BadZipFile):
        metric("compare_unique_train_records")(good, [good, bad])
    with pytest.raises(ValueError, match="reference_base_result"):
        metric("compare_references")(good, good, reference_base_result=1)


def test_more_words_than_can_be_compared_are_unreadable(tmp_path: Path) -> None:
    long = word(tmp_path / "long.docx", ["a " * 200_001])
    with pytest.raises(Unreadable, match="words"):
        metric("compare_docx_files")(long, word(tmp_path / "b.docx", ["a"]), fuzzy_match=True)


def test_long_texts_are_compared_by_word(tmp_path: Path) -> None:
    words = ["word"] * 30_000
    found, wanted = " ".join([*words, "end", "x"]), " ".join([*words, "end", "y"])
    given = score(tmp_path, "compare_docx_files", [found], [wanted], content_only=True)
    assert given == pytest.approx(30_001 / 30_002)
