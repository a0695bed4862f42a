"""PDF files: their texts, what is filled into them, their pictures and their number of pages."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw
from pypdf import PdfReader, PdfWriter
from pypdf.errors import PdfReadError
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    TextStringObject,
)

from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

# A dictionary of a PDF file: names and values.
Entries = dict[str, Any]


def dictionary(entries: Entries) -> DictionaryObject:
    return DictionaryObject({NameObject(key): value for key, value in entries.items()})


def pdf(path: Path, *pages: str, annotations: Sequence[Entries] = (), note: str = "") -> Path:
    """A file with a line of text a page, and annotations on the last page."""
    writer = PdfWriter()
    font = dictionary({"/Type": NameObject("/Font"), "/Subtype": NameObject("/Type1")})
    font[NameObject("/BaseFont")] = NameObject("/Helvetica")
    for text in pages:
        page = writer.add_blank_page(600, 800)
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
        page[NameObject("/Resources")] = dictionary({"/Font": dictionary({"/F1": font})})
    added = [writer._add_object(dictionary(each)) for each in annotations]
    if added:
        writer.pages[-1][NameObject("/Annots")] = ArrayObject(added)
    if note:
        writer.add_metadata({"/Title": note})
    writer.write(path)
    return path


def widget(kind: str, **entries: Any) -> Entries:
    rectangle = ArrayObject([FloatObject(number) for number in (0, 0, 9, 9)])
    named = {f"/{key}": value for key, value in entries.items()}
    return {"/Subtype": NameObject("/Widget"), "/FT": NameObject(kind), "/Rect": rectangle, **named}


def entry(text: str) -> Entries:
    return widget("/Tx", T=TextStringObject("name"), V=TextStringObject(text))


def button(state: str) -> Entries:
    return widget("/Btn", T=TextStringObject("agreed"), AS=NameObject(state))


def free(text: str) -> Entries:
    return {"/Subtype": NameObject("/FreeText"), "/Contents": TextStringObject(text)}


@pytest.mark.parametrize(
    ("found", "wanted", "score"),
    [
        (["abcd"], ["abcd"], 1),
        (["abcx"], ["abcd"], 0.75),
        (["abcd", "efg"], ["abcd"], 8 / 12),
        (["abcd"], ["abcd", "efg"], 8 / 12),
        (["xyz"], ["abcd"], 0),
        ([""], ["abcd"], 0),
        ([""], [""], 1),
        (["", ""], [""], 0),
    ],
)
def test_texts(found: list[str], wanted: list[str], score: float, tmp_path: Path) -> None:
    sides = pdf(tmp_path / "a.pdf", *found), pdf(tmp_path / "b.pdf", *wanted, note="another file")
    assert metric("compare_pdfs")(*sides) == pytest.approx(score)


@pytest.mark.parametrize(
    ("found", "wanted", "same"),
    [
        ([entry("Ann")], [entry("Ann")], True),
        ([entry("Ann")], [entry("Anne")], False),
        ([], [entry("Ann")], False),
        ([button("/Yes")], [button("/Yes")], True),
        ([button("/Off")], [button("/Yes")], False),
        ([button("/Off")], [], True),
        ([free("Ann")], [entry("Ann")], True),
        ([widget("/Ch", V=ArrayObject([TextStringObject("Ann")]))], [entry("Ann")], True),
    ],
)
def test_what_is_filled_in_is_text(
    found: list[Entries], wanted: list[Entries], same: bool, tmp_path: Path
) -> None:
    one = pdf(tmp_path / "a.pdf", "Name", annotations=found)
    other = pdf(tmp_path / "b.pdf", "Name", annotations=wanted, note="another file")
    assert (metric("compare_pdfs")(one, other) == 1) is same


def test_several_files_have_the_mean_score(tmp_path: Path) -> None:
    one, two = pdf(tmp_path / "one.pdf", "abcd"), pdf(tmp_path / "two.pdf", "abcx")
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"no PDF file")
    assert metric("compare_pdfs")([one, one], [one, two]) == pytest.approx(0.875)
    assert metric("compare_pdfs")([one, two], [two, one]) == pytest.approx(0.75)
    assert metric("compare_pdfs")([one, bad], [one, one]) == 0.5
    with pytest.raises(Unreadable):
        metric("compare_pdfs")([bad, bad], [one, one])
    with pytest.raises(ValueError, match="as many"):
        metric("compare_pdfs")([one], [one, one])
    with pytest.raises(ValueError, match="as many"):
        metric("compare_pdfs")(one, [one])


@pytest.mark.parametrize(
    ("relation", "reference", "score"),
    [
        *(("eq", 2, 1), ("eq", 1, 0), ("ne", 1, 1), ("ne", 2, 0), ("lt", 3, 1), ("lt", 2, 0)),
        *(("le", 2, 1), ("le", 1, 0), ("gt", 1, 1), ("gt", 2, 0), ("ge", 2, 1), ("ge", 3, 0)),
    ],
)
def test_pages(relation: str, reference: int, score: float, tmp_path: Path) -> None:
    rules = {"relation": relation, "ref_value": reference}
    assert metric("check_pdf_pages")(pdf(tmp_path / "a.pdf", "a", "b"), rules) == score


def test_faulty_rules_on_pages(tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", "a")
    for rules in ({"relation": "is", "ref_value": 1}, {"relation": "eq", "ref_value": 1, "more": 1}):
        with pytest.raises(ValueError, match="choices"):
            metric("check_pdf_pages")(file, rules)
    with pytest.raises(Unreadable):
        metric("check_pdf_pages")(tmp_path / "none.pdf", {"relation": "eq", "ref_value": 1})


def receipt(seed: int) -> Image.Image:
    """A white sheet with lines of marks."""
    sheet = Image.new("RGB", (400, 600), "white")
    draw, numbers = ImageDraw.Draw(sheet), np.random.default_rng(seed)
    for top in range(20, 580, 24):
        left, length, height = numbers.integers(10, 200), numbers.integers(20, 180), numbers.integers(4, 14)
        draw.rectangle((int(left), top, int(left + length), int(top + height)), fill="black")
    return sheet


def again(image: Image.Image) -> Image.Image:
    """The picture after it was made smaller and compressed."""
    data = io.BytesIO()
    image.resize((300, 450)).save(data, "jpeg", quality=80)
    return Image.open(data)


def pictured(path: Path, *images: Image.Image) -> Path:
    if not images:
        return pdf(path, "text")
    # Pillow leaves marks on pictures that it has appended.
    first, *more = (image.copy() for image in images)
    first.save(path, "pdf", save_all=True, append_images=more)
    return path


ONE, TWO = receipt(1), receipt(2)
RED, BLUE = Image.new("RGB", (64, 64), "red"), Image.new("RGB", (64, 64), "blue")


@pytest.mark.parametrize(
    ("found", "wanted", "score"),
    [
        ([ONE], [ONE], 1),
        ([again(ONE)], [ONE], 1),
        ([TWO], [ONE], 0),
        ([RED], [BLUE], 0),
        ([ONE.rotate(180)], [ONE], 0),
        ([ONE, TWO], [ONE, RED], 0.5),
        ([TWO, ONE], [ONE, TWO], 0),
        ([ONE, TWO], [ONE], 0),
        ([], [ONE], 0),
        ([], [], 1),
    ],
)
def test_pictures(found: list[Image.Image], wanted: list[Image.Image], score: float, tmp_path: Path) -> None:
    sides = pictured(tmp_path / "a.pdf", *found), pictured(tmp_path / "b.pdf", *wanted)
    assert metric("compare_pdf_images")(*sides) == score


@pytest.mark.parametrize(("found", "score"), [(again(ONE), 1), (TWO, 0)])
def test_files_without_text_are_compared_by_their_pictures(
    found: Image.Image, score: float, tmp_path: Path
) -> None:
    sides = pictured(tmp_path / "a.pdf", found), pictured(tmp_path / "b.pdf", ONE)
    assert metric("compare_pdfs")(*sides) == score


@pytest.mark.parametrize("name", ["compare_pdfs", "compare_pdf_images"])
def test_broken_files(name: str, tmp_path: Path) -> None:
    good, bad = pictured(tmp_path / "good.pdf", ONE), tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7\nnothing")
    with pytest.raises(Unreadable):
        metric(name)(bad, good)
    with pytest.raises(PdfReadError):
        metric(name)(good, bad)
    with pytest.raises(TypeError, match="unknown"):
        metric(name)(good, good, unknown=1)


def test_locked_files_are_unreadable(tmp_path: Path) -> None:
    good, locked = pdf(tmp_path / "good.pdf", "a"), tmp_path / "locked.pdf"
    writer = PdfWriter(clone_from=PdfReader(good))
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(locked)
    with pytest.raises(Unreadable):
        metric("compare_pdfs")(locked, good)
