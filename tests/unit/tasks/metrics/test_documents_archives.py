"""Archives: their members by name and content, and members that must never be unpacked."""

import io
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from scalecua.tasks.metrics.documents import unpack
from scalecua.tasks.metrics.table import metric
from scalecua.tasks.metrics.unreadable import Unreadable

Members = Mapping[str, str | bytes]


def zipped(path: Path, members: Members) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def tarred(path: Path, members: Members, mode: Any = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:
        for name, text in members.items():
            data = text.encode() if isinstance(text, str) else text
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def pdf(text: str) -> bytes:
    writer, out = PdfWriter(), io.BytesIO()
    page = writer.add_blank_page(600, 800)
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode())
    names = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    font = DictionaryObject({NameObject(key): NameObject(value) for key, value in names.items()})
    fonts = DictionaryObject({NameObject("/F1"): font})
    page[NameObject("/Contents")] = writer._add_object(stream)
    page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
    writer.write(out)
    return out.getvalue()


GOLD = {"a.txt": "one\n", "b.txt": "two\n"}
TEXT = {"file_type": "text"}


@pytest.mark.parametrize(
    ("found", "options", "score"),
    [
        (GOLD, TEXT, 1),
        (GOLD, {}, 1),
        ({"b.txt": "two\n", "./a.txt": "one\n"}, TEXT, 1),
        ({"a.txt": "one\n", "b.txt": "three\n"}, TEXT, 0.5),
        ({"a.txt": "one\n", "b.txt": "TWO\n"}, TEXT, 0.5),
        ({"a.txt": "one\n", "b.txt": "TWO\n"}, {**TEXT, "ignore_case": True}, 1),
        ({"a.txt": "one\n", "b.txt": b"\xff"}, TEXT, 0.5),
        ({"a.txt": "one\n"}, TEXT, 0),
        ({**GOLD, "c.txt": ""}, TEXT, 0),
        ({"a.txt": "one\n", "c.txt": "two\n"}, TEXT, 0),
        ({"d/a.txt": "one\n", "d/b.txt": "two\n"}, TEXT, 0),
        ({}, TEXT, 0),
    ],
)
def test_members(found: Members, options: dict[str, Any], score: float, tmp_path: Path) -> None:
    expected = zipped(tmp_path / "expected", GOLD)
    assert metric("compare_archive")(zipped(tmp_path / "result", found), expected, **options) == score
    assert metric("compare_archive")(tarred(tmp_path / "result", found), expected, **options) == score


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_archives_of_all_formats(mode: str, tmp_path: Path) -> None:
    sides = zipped(tmp_path / "a", GOLD), tarred(tmp_path / "b", GOLD, mode)
    assert metric("compare_archive")(*sides) == metric("compare_archive")(*reversed(sides)) == 1


def test_a_folder_of_the_archive(tmp_path: Path) -> None:
    gold = zipped(tmp_path / "gold", {"d/a.txt": "one", "d/e/b.txt": "two", "d/": "", "other.txt": "x"})
    found = zipped(tmp_path / "found", {"d/a.txt": "one", "d/e/b.txt": "two", "dd/a.txt": "y"})
    assert metric("compare_archive")(found, gold, file_path="d") == 1
    assert metric("compare_archive")(found, gold, file_path="d/e/") == 1
    assert metric("compare_archive")(found, gold) == 0
    with pytest.raises(ValueError, match="no file in 'dd'"):
        metric("compare_archive")(found, gold, file_path="dd")


def test_members_of_other_types(tmp_path: Path) -> None:
    gold = zipped(tmp_path / "gold", {"a.pdf": pdf("abcd"), "b.pdf": pdf("abcd")})
    found = zipped(tmp_path / "found", {"a.pdf": pdf("abcd"), "b.pdf": pdf("abcx")})
    broken = zipped(tmp_path / "broken", {"a.pdf": pdf("abcd"), "b.pdf": b""})
    assert metric("compare_archive")(found, gold, file_type="pdf") == pytest.approx(0.875)
    assert metric("compare_archive")(broken, gold, file_type="pdf") == 0.5
    with pytest.raises(ValueError, match="choices: text, pdf, docx"):
        metric("compare_archive")(found, gold, file_type="exe")
    with pytest.raises(TypeError, match="unknown"):
        metric("compare_archive")(found, gold, file_type="pdf", unknown=1)


ESSAY: Members = {"essay.pdf": pdf("a" * 100), "notes.txt": "one"}


@pytest.mark.parametrize(
    ("found", "score"),
    [
        (ESSAY, 1),
        ({**ESSAY, "d/": ""}, 1),
        ({**ESSAY, "essay.pdf": pdf("a" * 99 + "b")}, 1),
        ({**ESSAY, "essay.pdf": pdf("a" * 90 + "b" * 10)}, 0),
        ({**ESSAY, "notes.txt": "One"}, 0),
        ({"essay.pdf": ESSAY["essay.pdf"]}, 0),
        ({**ESSAY, "more.txt": ""}, 0),
        ({"essay.PDF": ESSAY["essay.pdf"], "notes.txt": "one"}, 0),
    ],
)
def test_zip_files(found: Members, score: float, tmp_path: Path) -> None:
    sides = zipped(tmp_path / "a.zip", found), zipped(tmp_path / "b.zip", ESSAY)
    assert metric("compare_zip_files")(*sides) == score


def test_broken_zip_files(tmp_path: Path) -> None:
    good = zipped(tmp_path / "good.zip", ESSAY)
    tar, bad = tarred(tmp_path / "a.tar", ESSAY), zipped(tmp_path / "bad.zip", {**ESSAY, "essay.pdf": b"no"})
    for broken in (tar, bad):
        with pytest.raises(Unreadable):
            metric("compare_zip_files")(broken, good)
    with pytest.raises(zipfile.BadZipFile):
        metric("compare_zip_files")(good, tar)
    with pytest.raises(TypeError, match="unknown"):
        metric("compare_zip_files")(good, good, unknown=1)


@pytest.mark.parametrize("data", [b"", b"no archive", b"\x1f\x8b\x08broken"])
def test_broken_archives(data: bytes, tmp_path: Path) -> None:
    good, bad = zipped(tmp_path / "good", GOLD), tmp_path / "bad"
    bad.write_bytes(data)
    with pytest.raises(Unreadable):
        metric("compare_archive")(bad, good)
    with pytest.raises((tarfile.TarError, EOFError, OSError)):
        metric("compare_archive")(good, bad)


@pytest.mark.parametrize("name", ["../a.txt", "/a.txt", "d/../../a.txt"])
def test_names_that_lead_out_are_refused(name: str, tmp_path: Path) -> None:
    good = zipped(tmp_path / "good", GOLD)
    for bad in (zipped(tmp_path / "a", {**GOLD, name: "x"}), tarred(tmp_path / "b", {**GOLD, name: "x"})):
        with pytest.raises(Unreadable, match="no name inside"):
            metric("compare_archive")(bad, good)
        with pytest.raises(ValueError, match="no name inside"):
            metric("compare_archive")(good, bad)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_of_tar_files_are_refused(kind: bytes, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "bad", "w") as archive:
        member = tarfile.TarInfo("a.txt")
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    with pytest.raises(Unreadable, match="no regular file"):
        metric("compare_archive")(tmp_path / "bad", zipped(tmp_path / "good", GOLD))


def test_links_of_zip_files_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad", "w") as archive:
        member = zipfile.ZipInfo("a.txt")
        member.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    for name in ("compare_archive", "compare_zip_files"):
        with pytest.raises(Unreadable, match="no regular file"):
            metric(name)(tmp_path / "bad", zipped(tmp_path / "good", GOLD))


def test_archives_that_grow_too_large_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpack, "MEMBER_LIMIT", 1000)
    monkeypatch.setattr(unpack, "TOTAL_LIMIT", 1500)
    good = zipped(tmp_path / "good", GOLD)
    for members in ({"a.txt": bytes(1001)}, {"a.txt": bytes(800), "b.txt": bytes(800)}):
        for bad in (zipped(tmp_path / "a", members), tarred(tmp_path / "b", members)):
            with pytest.raises(Unreadable, match="byte"):
                metric("compare_archive")(bad, good)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad", "w") as archive:
        archive.writestr("a.txt", "one\n")
        archive.writestr("./a.txt", "two\n")
    with pytest.raises(Unreadable, match="twice"):
        metric("compare_archive")(tmp_path / "bad", zipped(tmp_path / "good", GOLD))
