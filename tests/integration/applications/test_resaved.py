"""Comparisons of documents that LibreOffice has written: what it saves anew is the same, an edit is not."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.shared import Pt
from pptx.util import Inches

from scalecua.core.task import Task
from scalecua.core.trajectory import Status
from scalecua.desktop.client import GuestDesktop
from scalecua.tasks.judge import judge

pytestmark = [pytest.mark.desktops, pytest.mark.applications, pytest.mark.asyncio(loop_scope="module")]
CONVERT_S = 120.0
SHEET = {"sheet_idx0": 0, "sheet_idx1": "EI0"}
Make = Callable[[bool], bytes]


def saved(made: Any) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def workbook(edited: bool) -> bytes:
    """Texts, numbers and formulas; the edit is of one number by one."""
    return _sheet([(name, count, price, f"=B{row}*C{row}") for row, (name, count, price) in _items(edited)])


def values(edited: bool) -> bytes:
    """The workbook as it is shown: with the values of its formulas."""
    return _sheet([(name, count, price, count * price) for _, (name, count, price) in _items(edited)])


def _items(edited: bool) -> list[tuple[int, tuple[str, int, float]]]:
    return list(enumerate([("pen", 3, 1.5), ("ink", 8 if edited else 7, 12.25), ("nib", 12, 0.75)], 2))


def _sheet(rows: list[tuple[str, int, float, Any]]) -> bytes:
    made = openpyxl.Workbook()
    sheet = made.worksheets[0]
    sheet.append(["Item", "Count", "Price", "Sum"])
    for row in rows:
        sheet.append(row)
    sheet["D2"].number_format = "0.00"
    return saved(made)


def text(edited: bool) -> bytes:
    """A heading and paragraphs; the edit is of one word."""
    made = docx.Document()
    made.add_heading("A day at the harbour", level=1)
    made.add_paragraph("The boats go out before the sun is up.")
    made.add_paragraph("They come back in the " + ("morning." if edited else "evening."))
    return saved(made)


def spaced(edited: bool) -> bytes:
    """Paragraphs with line spacings; the edit is of the second one's."""
    made = docx.Document(io.BytesIO(text(False)))
    for paragraph, spacing in zip(made.paragraphs, (1.0, 1.5 if edited else 2.0, 1.0), strict=True):
        paragraph.paragraph_format.line_spacing = spacing
    return saved(made)


def table(edited: bool) -> bytes:
    """A document with a table; the edit is of one cell."""
    made = docx.Document()
    made.add_paragraph("Tides")
    cells = made.add_table(rows=2, cols=3)
    for at, words in enumerate(("high", "low", "high", "06:10", "12:20", "18:31" if edited else "18:30")):
        cells.cell(at // 3, at % 3).text = words
    return saved(made)


def styled(edited: bool) -> bytes:
    """A text in one font; the edit leaves one paragraph in another."""
    made = docx.Document(io.BytesIO(text(False)))
    for at, paragraph in enumerate(made.paragraphs):
        for run in paragraph.runs:
            run.font.name = "Arial" if edited and at == 1 else "Times New Roman"
    return saved(made)


def centred(edited: bool) -> bytes:
    """A heading in the middle; the edit puts it to the left."""
    made = docx.Document(io.BytesIO(text(False)))
    made.paragraphs[0].alignment = WD_ALIGN_PARAGRAPH.LEFT if edited else WD_ALIGN_PARAGRAPH.CENTER
    return saved(made)


def slides(edited: bool) -> bytes:
    """Two slides with text; the edit makes one line bold."""
    made = pptx.Presentation()
    for title in ("Tides", "Currents"):
        slide = made.slides.add_slide(made.slide_layouts[5])
        slide.shapes.title.text = title
        box = slide.shapes.add_textbox(Inches(1), Inches(3), Inches(5), Inches(1)).text_frame
        box.text = f"All about {title.lower()}"
        box.paragraphs[0].runs[0].font.size = Pt(24)
        box.paragraphs[0].runs[0].font.bold = edited and title == "Currents"
    return saved(made)


# The metric and its options, what is saved anew and as what, and what it is compared with.
CASES: dict[str, tuple[str, dict[str, Any], Make, str, str, Make | dict[str, Any] | None]] = {
    "the values of a sheet": (
        "compare_table",
        {"rules": [{"type": "sheet_data", **SHEET}]},
        workbook,
        "xlsx",
        "xlsx",
        values,
    ),
    "texts": ("compare_docx_files", {}, text, "docx", "docx", text),
    "line spacings": ("compare_line_spacing", {}, spaced, "docx", "docx", spaced),
    "tables": ("compare_docx_tables", {}, table, "docx", "docx", table),
    "fonts": ("compare_font_names", {}, styled, "docx", "docx", {"font_name": "Times New Roman"}),
    "a heading's place": ("is_first_line_centered", {}, centred, "docx", "docx", None),
}


@pytest.mark.parametrize("name", CASES)
async def test_what_libreoffice_saves_anew_is_the_same_and_an_edit_is_not(
    name: str, desktop: GuestDesktop, tmp_path: Path
) -> None:
    func, options, made, source, target, expected = CASES[name]
    for edited in (False, True):
        resaved = await converted(desktop, made(edited), source, target)
        verdict = await judged(func, options, resaved, target, expected, source, tmp_path / str(edited))
        assert verdict == (0.0 if edited else 1.0), (name, edited, verdict)


@pytest.mark.parametrize(
    ("func", "made", "kind"), [("compare_pptx_files", slides, "pptx"), ("compare_docx_files", text, "odt")]
)
async def test_two_files_of_libreoffices_are_the_same_and_an_edit_is_not(
    func: str, made: Make, kind: str, desktop: GuestDesktop, tmp_path: Path
) -> None:
    source = "docx" if kind == "odt" else kind
    wanted = await converted(desktop, made(False), source, kind)
    for edited in (False, True):
        again = await converted(desktop, await converted(desktop, made(edited), source, kind), kind, kind)
        score = await judged(func, {}, again, kind, lambda _: wanted, kind, tmp_path / str(edited))
        assert score == (not edited)


async def test_pdf_files_of_one_text_are_alike_and_of_another_less(
    desktop: GuestDesktop, tmp_path: Path
) -> None:
    one, edited = [await converted(desktop, text(which), "docx", "pdf") for which in (False, True)]
    again = await converted(desktop, await converted(desktop, text(False), "docx", "odt"), "odt", "pdf")
    same, other = [
        await judged("compare_pdfs", {}, file, "pdf", lambda _: one, "pdf", tmp_path / name)
        for file, name in ((again, "same"), (edited, "other"))
    ]
    assert same == 1
    assert 0.5 < other < 1


async def test_a_sheet_exported_as_text_is_its_values(desktop: GuestDesktop, tmp_path: Path) -> None:
    lines = b"Item,Count,Price,Sum\npen,3,1.5,4.5\nink,7,12.25,85.75\nnib,12,0.75,9\n"
    for edited in (False, True):
        file = await converted(desktop, workbook(edited), "xlsx", "csv")
        score = await judged("compare_csv", {}, file, "csv", lambda _: lines, "csv", tmp_path / str(edited))
        assert score == (not edited)


async def converted(desktop: GuestDesktop, file: bytes, source: str, target: str) -> bytes:
    """What LibreOffice makes of a document, saved as another kind or as its own."""
    await desktop.write(f"/home/user/in/it.{source}", file)
    argv = ("soffice", "--headless", "--convert-to", target, "--outdir", "/home/user/out", f"in/it.{source}")
    done = await desktop.execute(argv, timeout_s=CONVERT_S)
    assert done.returncode == 0, done.error
    return await desktop.read(f"/home/user/out/it.{target}")


async def judged(
    func: str,
    options: dict[str, Any],
    result: bytes,
    kind: str,
    expected: Make | dict[str, Any] | None,
    source: str,
    folder: Path,
) -> float:
    """The score by a state folder alone."""
    folder.mkdir()
    (folder / f"result.{kind}").write_bytes(result)
    entry: dict[str, Any] | None = None
    if callable(expected):
        (folder / f"expected.{source}").write_bytes(expected(False))
        entry = {"file": f"expected.{source}"}
    elif expected is not None:
        entry = {"value": expected}
    manifest = {
        "status": Status.DONE.value,
        "result": [{"file": f"result.{kind}"}],
        "expected": [entry],
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    getter = {"type": "vm_file", "path": "/home/user/it", "dest": "it"}
    sides = {"result": getter} if expected is None else {"result": getter, "expected": getter}
    spec = {"func": func, **sides, "options": options}
    return (await judge(Task("t", "i", "", (), "default", (), spec, 5, ""), folder)).score
