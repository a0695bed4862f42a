"""Formats as places: other bytes hold the same, and a change changes one place."""

import io
import json
from collections.abc import Mapping
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scalecua.verify.documents.format import Format, of
from scalecua.verify.documents.other_sheet import moved
from scalecua.verify.documents.places import Place, near
from scalecua.verify.documents.text import Text
from scalecua.verify.documents.tree import Tree


def saved(made: Any) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def workbook(total: float = 7.5) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    sheet.title = "Bills & more"
    for row in (["name", "sum"], ["pen", 3], ["ink", total], [True, None]):
        sheet.append(row)
    made.create_sheet("Notes")["B2"] = "a note"
    return saved(made)


def document(word: str = "evening") -> bytes:
    made = docx.Document()
    made.add_heading("A day", level=1)
    paragraph = made.add_paragraph("They come back in the ")
    paragraph.add_run(word).bold = True
    return saved(made)


def slides(word: str = "Tides") -> bytes:
    made = pptx.Presentation()
    for title in (word, "Currents"):
        made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = title
    return saved(made)


# A name, a file and the same after one edit, and where the edit is.
CASES: Mapping[str, tuple[bytes, bytes, Place]] = {
    "a.xlsx": (workbook(), workbook(8.5), ("Bills & more", "B3")),
    "a.docx": (document(), document("morning"), ("word/document.xml", 1)),
    "a.pptx": (slides(), slides("Winds"), ("ppt/slides/slide1.xml", 0)),
    "a.json": (b'{"a": {"b": [1, "x"]}, "c": 2}', b'{"a": {"b": [1, "y"]}, "c": 2}', ("a", "b", 1)),
    "a.txt": (b"one\ntwo\nthree\n", b"one\n2\nthree\n", (1,)),
}


def format_of(name: str, data: bytes) -> Format:
    found = of(name, data)
    assert found is not None
    return found


@pytest.mark.parametrize("name", CASES)
def test_an_edit_is_found_and_can_be_taken_back(name: str) -> None:
    before, after, place = CASES[name]
    kind = format_of(name, before)
    assert kind.touched(before, after) == [place]
    assert kind.touched(after, after) == []
    back = kind.changed(after, {place: kind.read(before)[place]})
    assert kind.read(back) == kind.read(before)


@pytest.mark.parametrize("name", CASES)
def test_other_bytes_hold_the_same(name: str) -> None:
    data, _, _ = CASES[name]
    kind = format_of(name, data)
    again = kind.again(data)
    assert again != data
    assert kind.read(again) == kind.read(data)


@pytest.mark.parametrize("name", CASES)
def test_a_near_value_changes_its_place_alone(name: str) -> None:
    data, _, _ = CASES[name]
    kind = format_of(name, data)
    for place, value in kind.read(data).items():
        if value == "":
            continue
        changed = kind.read(kind.changed(data, {place: near(value)}))
        assert changed != kind.read(data)
        assert {at: v for at, v in changed.items() if at != place} == {
            at: v for at, v in kind.read(data).items() if at != place
        }


@pytest.mark.parametrize("name", CASES)
def test_a_foreign_format_is_not_its_own(name: str) -> None:
    data, _, _ = CASES[name]
    kind = format_of(name, data)
    foreign = kind.foreign(data)
    try:
        read = kind.read(foreign)
    except Exception:
        return
    assert read != kind.read(data)


def test_what_python_readers_make_of_a_changed_workbook_is_the_change() -> None:
    kind = format_of("a.xlsx", workbook())
    changed = kind.changed(workbook(), {("Bills & more", "A2"): "nib", ("Bills & more", "B2"): None})
    sheet = openpyxl.load_workbook(io.BytesIO(changed)).worksheets[0]
    assert (sheet["A2"].value, sheet["B2"].value, sheet["B3"].value) == ("nib", None, 7.5)


def test_inserted_lines_are_touched_and_no_others() -> None:
    assert Text().touched(b"a\nb\n", b"a\nx\ny\nb\n") == [(1,), (2,)]
    assert Text().changed(b"a\nx\nb", {(1,): None}) == b"a\nb"


def test_a_key_is_taken_out() -> None:
    assert json.loads(Tree().changed(b'{"a": 1, "b": {"c": 2}}', {("b", "c"): None})) == {"a": 1, "b": {}}


def test_bytes_that_are_no_text_have_no_format() -> None:
    assert of("a.bin", b"\xff\x00") is None
    assert of("a.bin", b"a\0b") is None
    assert of("notes", b"a\n") is not None


@given(st.one_of(st.text(min_size=1), st.integers(-1000, 1000), st.floats(0, 1e6), st.booleans(), st.none()))
def test_near_is_never_the_same(value: Any) -> None:
    assert near(value) != value


@pytest.mark.parametrize(
    ("value", "expected"),
    [("=B2-C11", "=B2-C12"), ("total 099", "total 100"), ("9", "8"), ("word", "worq"), (3, 4), (True, False)],
)
def test_near_is_off_by_one(value: Any, expected: Any) -> None:
    assert near(value) == expected


def test_the_right_values_on_the_wrong_sheet() -> None:
    before, after = workbook(), workbook(9.5)
    there = moved(before, after)
    assert there is not None
    read = of("a.xlsx", after)
    assert read is not None
    was, now = read.read(before), read.read(there)
    assert now == {**was, ("Notes", "B3"): 9.5}
    single = openpyxl.load_workbook(io.BytesIO(after))
    del single["Notes"]
    assert moved(before, saved(single)) is None
    assert moved(before, before) is None
