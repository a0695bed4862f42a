"""An answer is compared by what it means."""

import unicodedata

import pytest

from scalecua.tasks.scienceboard.metrics.answer import means

HANGUL = "경상남도"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("0.16", ["0.16"]),
        ("0.160", ["0.16"]),
        (".16", ["0.16"]),
        ("1.6e-1", ["0.16"]),
        ("10,053", ["10053"]),
        ("10 053", ["10053"]),
        ("10'053", ["10053"]),
        ("10\u00a0053", ["10053"]),
        ("10053.0", ["10053"]),
        ("+8", ["8"]),
        ("8.", ["8"]),
        ("\uff14\uff16\uff13\uff16\uff18", ["46368"]),
        ("\u22125", ["-5"]),
        ('"5"', ["5"]),
        ("`ASN`", ["ASN"]),
        ("\u201cVigili del Fuoco\u201d", ["Vigili", "del", "Fuoco"]),
        ("'Vigili  del\nFuoco'.", ["Vigili", "del", "Fuoco"]),
        ("vigili del fuoco", ["Vigili", "del", "Fuoco"]),
        ("Vector", ["vector"]),
        (unicodedata.normalize("NFD", HANGUL), [HANGUL]),
        (HANGUL, [unicodedata.normalize("NFD", HANGUL)]),
        (unicodedata.normalize("NFD", "Città"), ["Città"]),
        ("TYC 2082\u20112143\u20131", ["TYC", "2082-2143-1"]),
        (" CTCGAG ", ["CTCGAG"]),
    ],
)
def test_the_same_in_other_writing(answer: str, expected: list[str]) -> None:
    assert means(answer, expected)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("", ["5"]),
        ("6", ["5"]),
        ("0.161", ["0.16"]),
        ("10.31", ["10.3"]),
        ("10,31", ["10.31"]),
        ("10,05,3", ["10053"]),
        ("1,0053", ["10053"]),
        ("010053", ["10053"]),
        ("-5", ["5"]),
        ("9.39 Å", ["9.39"]),
        ("5 moons", ["5"]),
        ("55", ["5", "5"]),
        ("ctcgag", ["CTCGAG"]),
        ("e3", ["E3"]),
        ("tyc 2082-2143-1", ["TYC", "2082-2143-1"]),
        ("TYC 2082-2143-2", ["TYC", "2082-2143-1"]),
        ("1966-047", ["1966-047A"]),
        ("1966047A", ["1966-047A"]),
        ("Vigili del Fuocco", ["Vigili", "del", "Fuoco"]),
        ("VigilidelFuoco", ["Vigili", "del", "Fuoco"]),
        ("Vigili", ["Vigili", "del", "Fuoco"]),
        ("raster or vector", ["vector"]),
        ("Citta", ["Città"]),
        ("경상북도", [HANGUL]),
        ("nan", ["5"]),
        ("5" + " " * 2000, ["5"]),
        ("1e999", ["5"]),
    ],
)
def test_anything_else_fails(answer: str, expected: list[str]) -> None:
    assert not means(answer, expected)


@pytest.mark.parametrize("answer", [".", "'", '""', "...", "-", "e", ",", "1e", "\u2028", "\ud800"])
def test_odd_answers_are_only_wrong(answer: str) -> None:
    assert not means(answer, ["5"])
