"""The formulas of conditional formats."""

from typing import Any

import pytest

from scalecua.tasks.metrics.sheets.formula import Scope, parsed
from scalecua.tasks.metrics.sheets.functions import Error
from scalecua.tasks.metrics.sheets.values import At, Fault, Moment, Scalar

VALUES: dict[At, Scalar] = {
    (1, 1): 1,
    (2, 1): 2.5,
    (3, 1): "Text",
    (4, 1): True,
    (1, 2): Moment(45444.0),
    (2, 2): Fault("#N/A"),
    (3, 2): "3",
}


def worked_out(formula: str, at: tuple[int, int] = (1, 1)) -> Any:
    return parsed(formula)(Scope(VALUES, (1, 1), at))


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("2^3^2", 64),
        ("-2^2", 4),
        ("10-4-3", 3),
        ("50%", 0.5),
        ('"a"&1+1&"b"', "a2b"),
        ("=1<2", True),
        ("1=1.0", True),
        ('"a"="A"', True),
        ('1="1"', False),
        ('9<"a"', True),
        ("A1+A2", 3.5),
        ("B3+1", 4),
        ("C9", None),
        ("C9=0", True),
        ('C9=""', True),
        ("B1+1", 45445),
        ("SUM(A1:A4)", 3.5),
        ("COUNT(A1:A4,C1)", 2),
        ("COUNTA(A1:A4)", 4),
        ("MAX(A1:A4)-MIN(A1:A4)", 1.5),
        ("AVERAGE(A1:A2)", 1.75),
        ('COUNTIF(A1:A4,">=1")', 2),
        ('COUNTIF(A1:A4,"<>1")', 3),
        ('COUNTIF(A1:A4,"text")', 1),
        ("COUNTIF(A1:A4,2.5)", 1),
        ("LARGE(A1:A4,2)", 1),
        ("SMALL(A1:A4,2)", 2.5),
        ("IF(A1>0,IF(FALSE,1,2),3)", 2),
        ("AND(TRUE,A1,NOT(FALSE))", True),
        ("OR(FALSE,A1=9)", False),
        ("WEEKDAY(B1)", 7),
        ("WEEKDAY(B1,2)", 6),
        ("WEEKDAY(B1,3)", 5),
        ("WEEKDAY(B1,16)", 1),
        ("YEAR(B1)*10000+MONTH(B1)*100+DAY(B1)", 20240601),
        ("MOD(-1,3)", 2),
        ("ROUND(A2/2,1)+INT(A2)+ABS(-1)", 4.2),
        ("ISEVEN(A2)", True),
        ("ISODD(A1)", True),
        ("ISBLANK(C9)", True),
        ("ISBLANK(A1)", False),
        ("ISNUMBER(B3)", False),
        ("ISTEXT(A3)", True),
        ("ISERROR(B2)", True),
        ("ISERROR(A1)", False),
        ("IFERROR(1/0,9)", 9),
        ("IFERROR(A1,9)", 1),
        ('EXACT(A3,"text")', False),
        ("LEN(A3)", 4),
        ("LEFT(A3)&RIGHT(A3,2)", "Txt"),
        ('UPPER(A3)&LOWER(A3)&TRIM(" a  b ")', "TEXTtexta b"),
        ('SEARCH("X",A3)', 3),
    ],
)
def test_formulas(formula: str, value: Any) -> None:
    found = worked_out(formula)
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize(
    ("formula", "at", "value"),
    [
        ("A1", (3, 1), "Text"),
        ("A1", (1, 2), 45444),
        ("$A1", (3, 2), "Text"),
        ("A$1", (3, 2), 45444),
        ("$A$1", (3, 2), 1),
        ("SUM($A1:$A$2)", (2, 2), 2.5),
        ("SUM($A$1:$A$2)", (2, 2), 3.5),
        ("ROW()+COLUMN()", (3, 2), 5),
    ],
)
def test_references_move_with_the_cell(formula: str, at: At, value: Any) -> None:
    assert worked_out(formula, at) == value


@pytest.mark.parametrize("formula", ["1/0", "B2", "SUM(B1:B3)", '"a"+1', 'SEARCH("q",A3)', "LARGE(A1:A2,3)"])
def test_errors_are_no_values(formula: str) -> None:
    with pytest.raises(Error):
        worked_out(formula)


@pytest.mark.parametrize(
    "formula", ["NOSUCH(1)", "Other!A1", "A:A", "Named", "1+", "#N/A", "SUM($A$1:$Z$99999)"]
)
def test_what_is_not_known_is_refused(formula: str) -> None:
    with pytest.raises(ValueError, match=r"formula"):
        worked_out(formula)
