"""compare_csv, check_csv and compare_result_files."""

from pathlib import Path
from typing import Any

import pytest

from scalecua.tasks.metrics.sheets.check_csv import check_csv
from scalecua.tasks.metrics.sheets.compare_csv import compare_csv
from scalecua.tasks.metrics.sheets.compare_result_files import compare_result_files
from scalecua.tasks.metrics.unreadable import Unreadable

WANTED = b"Name,Sum\nAda,1\nBob,2\n"
ACCOUNTS = b'url,user\n"imap://a","ada@x"\nsmtp://a,bob@x\nimap://b\n'


def file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("found", "options", "points"),
    [
        (WANTED, {}, 1),
        (b"\xef\xbb\xbfName,Sum\r\nAda,1\r\nBob,2", {}, 1),
        (b"Name,Sum\nAda,1\nBob,3\n", {}, 0),
        (b"Name,Sum\nBob,2\nAda,1\n", {}, 0),
        (b"Name,Sum\nAda,1\n", {}, 0),
        (b"Name,Sum\nAda,1\nBob,2\nCy,3\n", {}, 0),
        (b"Name;Sum\nAda;1\nBob;2\n", {}, 0),
        (b"", {}, 0),
        (b"Name,Sum \nAda,1\nBob,2\n", {}, 0),
        (b"Name,Sum \n Ada,1\nBob,2\n\n", {"strict": False}, 1),
        (b"Name,Sum\nAda, 1\nBob,2\n", {"strict": False}, 0),
        (b"name,sum\nada,1\nbob,2\n", {}, 0),
        (b"name,sum\nada,1\nbob,2\n", {"strict": False}, 0),
        (b"name,sum\nada,1\nbob,2\n", {"ignore_case": True}, 1),
        (b"name,sum \nada,1\nbob,2\n", {"ignore_case": True}, 0),
        (b"name,sum \nada,1\nbob,2\n", {"ignore_case": True, "strict": False}, 1),
    ],
)
def test_compare_csv(tmp_path: Path, found: bytes, options: dict[str, Any], points: float) -> None:
    result, expected = file(tmp_path / "result.csv", found), file(tmp_path / "expected.csv", WANTED)
    assert compare_csv(result, expected, **options) == points
    assert compare_csv(expected, result, **options) == points


def test_compare_csv_with_several_that_would_do(tmp_path: Path) -> None:
    choices = [file(tmp_path / name, name.encode()) for name in ("one", "two", "three")]
    assert compare_csv(file(tmp_path / "a", b"three\n"), choices) == 1
    assert compare_csv(file(tmp_path / "b", b"one\ntwo\nthree"), choices) == 0


def test_compare_csv_in_latin_1(tmp_path: Path) -> None:
    one, two = file(tmp_path / "a", "Zoë\n".encode("latin-1")), file(tmp_path / "b", "Zoë\n".encode())
    assert compare_csv(one, two) == 1
    assert compare_csv(file(tmp_path / "c", "Zoé\n".encode("latin-1")), two) == 0


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        ({"expect": [{"url": "imap://a", "user": "ada@x"}]}, 1),
        ({"expect": [{"user": "ada@x"}, {"user": "bob@x"}]}, 1),
        ({"expect": [{"url": "imap://a", "user": "bob@x"}]}, 0),
        ({"expect": [{"user": "ada@x"}, {"user": "cy@x"}]}, 0),
        ({"expect": [{"user": "Ada@x"}]}, 0),
        ({"expect": [{"name": "ada@x"}]}, 0),
        ({"unexpect": [{"user": "cy@x"}]}, 1),
        ({"unexpect": [{"url": "imap://b", "user": "ada@x"}]}, 1),
        ({"unexpect": [{"user": "cy@x"}, {"user": "bob@x"}]}, 0),
        ({"expect": [{"url": "imap://b"}], "unexpect": [{"user": "cy@x"}]}, 1),
        ({"expect": [{"url": "imap://b"}], "unexpect": [{"user": "ada@x"}]}, 0),
    ],
)
def test_check_csv(tmp_path: Path, rules: dict[str, Any], points: float) -> None:
    assert check_csv(file(tmp_path / "accounts.csv", ACCOUNTS), rules) == points


def test_check_csv_on_an_empty_file(tmp_path: Path) -> None:
    empty = file(tmp_path / "accounts.csv", b"")
    assert check_csv(empty, {"unexpect": [{"user": "ada@x"}]}) == 1
    assert check_csv(empty, {"expect": [{"user": "ada@x"}]}) == 0


@pytest.mark.parametrize("rules", [{}, {"expected": []}, {"expect": {"a": "b"}}, {"unexpect": [{}]}])
def test_check_csv_refuses_wrong_rules(tmp_path: Path, rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expect"):
        check_csv(file(tmp_path / "accounts.csv", ACCOUNTS), rules)


@pytest.mark.parametrize(
    ("found", "wanted", "points"),
    [
        ("36.5\n", "36.5", 1),
        ("36.50005", "36.5", 1),
        ("36.5002", "36.5", 0),
        ("136.5", "36.5", 0),
        ("36.51", "36.5", 0),
        ("-36.5", "36.5", 0),
        ("The medium price is $36.5.", "36.5\n", 1),
        ("The medium price is 36.5, of 20 prices", "36.5", 1),
        ("The medium price is 35.5", "36.5", 0),
        ("1,036.5 USD", "1036.5", 1),
        ("version 36.5.1", "36.5", 0),
        ("v36.5", "36.5", 0),
        ("34 35 36 36.5 37 38", "36.5", 0),
        ("1e3", "1000", 1),
        (".5", "0.5", 1),
        ("", "36.5", 0),
        ("yes\n", "yes", 1),
        ("Yes", "yes", 0),
        ("oh yes", "yes", 0),
    ],
)
def test_compare_result_files(tmp_path: Path, found: str, wanted: str, points: float) -> None:
    result = file(tmp_path / "result.txt", found.encode())
    assert compare_result_files(result, file(tmp_path / "gold.txt", wanted.encode())) == points


@pytest.mark.parametrize("data", [b"a\0b", b"\xff\xfea\0"])
def test_unreadable_results_and_broken_expectations(tmp_path: Path, data: bytes) -> None:
    broken, good = file(tmp_path / "broken", data), file(tmp_path / "good", WANTED)
    for compare in (compare_csv, lambda result, _: check_csv(result, {"expect": [{"a": "b"}]})):
        for result in (broken, "a text", ["a"]):
            with pytest.raises(Unreadable):
                compare(result, good)
    with pytest.raises(ValueError, match="NUL"):
        compare_csv(good, broken)
    with pytest.raises(FileNotFoundError):
        compare_csv(good, tmp_path / "none")


def test_result_files_that_are_no_text(tmp_path: Path) -> None:
    broken, good = file(tmp_path / "broken", b"\xff\xfe1"), file(tmp_path / "good", b"1")
    for result in (broken, 1):
        with pytest.raises(Unreadable):
            compare_result_files(result, good)
    with pytest.raises(UnicodeDecodeError):
        compare_result_files(good, broken)
