"""What an agent may leave to harm its judge: a score of 0 with a reason, whatever it is, and in time."""

import io
import pickle
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from PIL import Image

from scalecua.config.desktop import DesktopSection
from scalecua.core.errors import JudgeError
from scalecua.core.failure import Failure
from scalecua.core.task import Task
from scalecua.core.trajectory import FinalState, Status
from scalecua.core.verdict import Verdict
from scalecua.desktop.pool import LocalPool
from scalecua.store.blobs import FileBlobs
from scalecua.tasks.assets import Assets
from scalecua.tasks.collect import collect
from scalecua.tasks.getters.base import TEXT_LIMIT
from scalecua.tasks.judge import OSWorldJudge
from scalecua.tasks.sandbox.run import kept
from scalecua.tasks.scene import Scene

pytestmark = pytest.mark.desktops
GIB = 1 << 30
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
LAUGHING = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>'
SHEET = {"type": "sheet_data", "sheet_idx0": 0, "sheet_idx1": "EI0"}
# What each metric is told, where it must be told something.
OPTIONS = {"compare_table": {"rules": [SHEET]}}


def saved(made: Any, *arguments: Any) -> bytes:
    buffer = io.BytesIO()
    made.save(buffer, *arguments)
    return buffer.getvalue()


def workbook() -> bytes:
    made = openpyxl.Workbook()
    made.worksheets[0].append([1, "two"])
    return saved(made)


def document() -> bytes:
    made = docx.Document()
    made.add_paragraph("A line.")
    return saved(made)


def slides() -> bytes:
    made = pptx.Presentation()
    made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = "A title"
    return saved(made)


def picture() -> bytes:
    return saved(Image.linear_gradient("L").resize((64, 64)), "PNG")


def with_member(archive: bytes, name: str, data: bytes) -> bytes:
    """The archive with one member in the place of another, or beside it."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.namelist():
            if member != name:
                new.writestr(member, old.read(member))
        new.writestr(name, data)
    return buffer.getvalue()


def bomb(name: str) -> bytes:
    """A zip file of a few MB that holds a GiB."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(name, "w", force_zip64=True) as member,
    ):
        for _ in range(64):
            member.write(bytes(GIB // 64))
    return buffer.getvalue()


def vast_picture() -> bytes:
    """A PNG of a few kB that says it has 3.6 thousand million pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    body = zlib.compress(bytes(7501 * 100))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


class Trap:
    """Runs code where it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("[0][1]",)


def laughing(archive: bytes, name: str) -> bytes:
    return with_member(archive, name, f"{LAUGHING}<x>&l9;</x>".encode())


HOSTILE: dict[str, tuple[str, Callable[[], bytes], Callable[[], bytes]]] = {
    "a zip bomb as workbook": ("compare_table", workbook, lambda: bomb("xl/workbook.xml")),
    "a zip bomb as document": ("compare_docx_files", document, lambda: bomb("word/document.xml")),
    "a zip bomb as slides": ("compare_pptx_files", slides, lambda: bomb("ppt/presentation.xml")),
    "a zip bomb as archive": ("compare_zip_files", workbook, lambda: bomb("a")),
    "laughs in a workbook": (
        "compare_table",
        workbook,
        lambda: laughing(workbook(), "xl/worksheets/sheet1.xml"),
    ),
    "laughs in a document": (
        "compare_docx_files",
        document,
        lambda: laughing(document(), "word/document.xml"),
    ),
    "laughs in slides": ("compare_pptx_files", slides, lambda: laughing(slides(), "ppt/slides/slide1.xml")),
    "a pickle as workbook": ("compare_table", workbook, lambda: pickle.dumps(Trap())),
    "a pickle as document": ("compare_docx_files", document, lambda: pickle.dumps(Trap())),
    "a pickle as picture": ("compare_images", picture, lambda: pickle.dumps(Trap())),
    "a vast picture": ("compare_images", picture, vast_picture),
    "a deep text": ("compare_text_file", lambda: b"a", lambda: b"[" * 1_000_000),
}


async def judged(func: str, result: bytes, expected: bytes, tmp_path: Path) -> Verdict:
    blobs = FileBlobs(tmp_path)
    files = {"result": blobs.put(result), "expected": blobs.put(expected)}
    final = FinalState(Status.DONE, "", ({"file": "result"},), ({"file": "expected"},), files)
    getter = {"type": "vm_file", "path": "/home/user/it", "dest": "it"}
    spec = {"func": func, "result": getter, "expected": getter, "options": OPTIONS.get(func, {})}
    async with kept() as run:
        return await OSWorldJudge(blobs, run)(Task("t", "i", "", (), "default", (), spec, 5, ""), final)


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_file_of_the_agents_scores_0_with_a_reason(name: str, tmp_path: Path) -> None:
    func, sound, hostile = HOSTILE[name]
    verdict = await judged(func, hostile(), sound(), tmp_path)
    assert verdict.score == 0
    assert verdict.reason
    assert (await judged(func, sound(), sound(), tmp_path)).score == 1


@pytest.mark.parametrize("name", [name for name in HOSTILE if not name.startswith("a deep")])
async def test_the_same_file_on_the_other_side_is_a_failure_of_the_judge(name: str, tmp_path: Path) -> None:
    func, sound, hostile = HOSTILE[name]
    with pytest.raises(JudgeError) as caught:
        await judged(func, sound(), hostile(), tmp_path)
    assert caught.value.failure in (Failure.JUDGE, Failure.MEMORY)


async def test_macros_are_data(tmp_path: Path) -> None:
    """A workbook with a macro is the workbook that it is without."""
    macro = with_member(workbook(), "xl/vbaProject.bin", b'Sub Auto_Open()\nShell "touch /tmp/ran"\nEnd Sub')
    assert (await judged("compare_table", macro, workbook(), tmp_path)).score == 1


LEFT = """
cd ~
ln -s /dev/zero endless; mkfifo pipe; truncate -s 10G sparse; mkdir folder; ln -s loop loop
ln -s /proc/self/mem memory; ln -s /proc/1/environ secret
"""


async def test_what_is_no_file_or_too_large_is_not_there(tmp_path: Path) -> None:
    names = ("endless", "pipe", "sparse", "folder", "loop", "memory", "none", "../../etc/nothing")
    found = await collected([{"type": "vm_file", "path": f"/home/user/{name}"} for name in names], tmp_path)
    assert found.result == (None,) * len(names)


async def test_endless_output_is_cut_and_a_command_that_never_ends_is_left(tmp_path: Path) -> None:
    commands = (
        "yes | head -c 10G; echo end",
        "cat /dev/zero",
        "yes >&2 & cat ~/pipe",
        "f() { f | f & }; f",
    )
    getters = [
        {"type": "vm_command_line", "command": command, "shell": True, "timeout_s": 10}
        for command in commands
    ]
    found = await collected(getters, tmp_path)
    for entry in found.result:
        assert entry is None or len(entry["value"]) <= TEXT_LIMIT


async def collected(getters: list[dict[str, Any]], tmp_path: Path) -> FinalState:
    """What getters find on a desktop whose agent has left traps."""
    rule = {"type": "rule", "rules": {"include": []}}
    count = len(getters)
    spec = {"func": ["check_include_exclude"] * count, "result": getters, "expected": [rule] * count}
    async with LocalPool(DesktopSection(count=1)) as pool, pool.lease("default") as desktop:
        done = await desktop.execute(("sh", "-c", LEFT), timeout_s=10)
        assert done.returncode == 0, done.error
        task = Task("t", "i", "", (), "default", (), spec, 5, "")
        return await collect(task, Scene(desktop, Assets()), Status.DONE, "", FileBlobs(tmp_path))
