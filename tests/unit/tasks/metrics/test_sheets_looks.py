"""compare_table on how cells look: style, with conditional formats, and check_cell."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, GradientFill, PatternFill
from openpyxl.styles.colors import Color
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.worksheet import Worksheet

from scalecua.tasks.metrics.sheets.compare_table import compare_table
from scalecua.tasks.metrics.sheets.looks import PROPS
from scalecua.tasks.metrics.unreadable import Unreadable

Draw = Callable[[Worksheet], None]
RED = PatternFill("solid", fgColor="FFFF0000")
GREEN = PatternFill(bgColor="FF00FF00")


def setting(at: str, name: str, value: Any) -> Draw:
    return lambda sheet: setattr(sheet[at], name, value)


def font(**options: Any) -> Draw:
    return setting("A1", "font", Font(**options))


def rule(area: str, rule: Rule) -> Draw:
    return lambda sheet: sheet.conditional_formatting.add(area, rule)


def of_type(kind: Any, **options: Any) -> Rule:
    return Rule(type=kind, dxf=DifferentialStyle(fill=GREEN), **options)


def book(path: Path, *draws: Draw) -> Path:
    made = Workbook()
    sheet = made.worksheets[0]
    # A Saturday and the five days after it.
    for day in range(6):
        sheet.append(["A1" if day == 0 else "text", day * 10, datetime.date(2024, 6, 1 + day)])
    for draw in draws:
        draw(sheet)
    made.save(path)
    return path


def same(tmp_path: Path, props: list[str], found: list[Draw], wanted: list[Draw]) -> float:
    one, two = book(tmp_path / "one.xlsx", *found), book(tmp_path / "two.xlsx", *wanted)
    style = {"type": "style", "sheet_idx0": 0, "sheet_idx1": "EI0", "props": props}
    scores = {compare_table(a, b, rules=[style]) for a, b in ((one, two), (two, one))}
    assert len(scores) == 1
    return scores.pop()


DIFFERENT = [
    ("number_format", setting("B2", "number_format", "0.00"), setting("B2", "number_format", "0.0")),
    ("number_format", setting("C2", "number_format", "dd.mm.yy"), setting("C2", "number_format", "yyyy")),
    ("font_name", font(name="Arial"), font(name="Calibri")),
    ("font_family", font(family=2), font(family=1)),
    ("font_color", font(color="FF00FF00"), font(color="FF00FE00")),
    ("font_bold", font(bold=True), font()),
    ("font_italic", font(italic=True), font()),
    ("font_underline", font(underline="single"), font(underline="double")),
    ("font_size", font(size=11), font(size=11.5)),
    ("fill_type", setting("A1", "fill", RED), setting("A1", "fill", GradientFill(stop=("FF0000", "FF0000")))),
    ("bgcolor", setting("A1", "fill", RED), setting("A2", "fill", RED)),
    ("bgcolor", setting("E9", "fill", RED), setting("A1", "value", "A1")),
    ("fgcolor", setting("A1", "fill", RED), setting("A1", "fill", PatternFill())),
    ("hyperlink", setting("A1", "hyperlink", "http://a.com/"), setting("A1", "hyperlink", "http://b.com/")),
    ("merge", lambda sheet: sheet.merge_cells("E1:F1"), lambda sheet: sheet.merge_cells("E1:G1")),
]


@pytest.mark.parametrize(("prop", "one", "two"), DIFFERENT)
def test_style_compares_each_property(tmp_path: Path, prop: str, one: Draw, two: Draw) -> None:
    assert same(tmp_path, [prop], [one], [one]) == 1
    assert same(tmp_path, [prop], [one], [two]) == 0


def test_every_property_is_tried() -> None:
    assert {prop for prop, *_ in DIFFERENT} == set(PROPS)


@pytest.mark.parametrize(
    ("prop", "one", "two"),
    [
        ("font_color", font(color="0000FF00"), font(color="FF00ff00")),
        ("font_color", font(color=Color(theme=1)), font(color="FF000000")),
        ("font_color", font(color=Color(indexed=10)), font(color="FFFF0000")),
        ("font_color", setting("E9", "font", Font(color="FFFF0000")), font()),
        ("font_bold", setting("E9", "font", Font(bold=True)), setting("A1", "value", "A1")),
        ("number_format", setting("A2", "number_format", "0.00"), setting("A1", "value", "A1")),
        ("bgcolor", setting("E9", "fill", PatternFill()), setting("A1", "value", "A1")),
    ],
)
def test_what_looks_the_same_is_the_same(tmp_path: Path, prop: str, one: Draw, two: Draw) -> None:
    assert same(tmp_path, [prop], [one], [two]) == 1


def green(*places: str) -> list[Draw]:
    return [setting(at, "fill", PatternFill("solid", fgColor="FF00FF00")) for at in places]


@pytest.mark.parametrize(
    ("format_", "places"),
    [
        (rule("C1:C6", of_type("expression", formula=["WEEKDAY(C1,2)>5"])), ["C1", "C2"]),
        (rule("C1:C6", of_type("expression", formula=["OR(WEEKDAY(C1)=1,WEEKDAY(C1)=7)"])), ["C1", "C2"]),
        (rule("B1:B6", of_type("expression", formula=["B1=MAX($B$1:$B$6)"])), ["B6"]),
        (
            rule("A1:C6", of_type("expression", formula=["AND($B1>=10,$B1<30)"])),
            ["A2", "B2", "C2", "A3", "B3", "C3"],
        ),
        (rule("A1:A6", of_type("expression", formula=["MOD(ROW(),2)=0"])), ["A2", "A4", "A6"]),
        (rule("A1:A6", of_type("expression", formula=['$A1="a1"'])), ["A1"]),
        (rule("B1:B6", of_type("expression", formula=['COUNTIF($B$1:$B$6,">30")=B1/10'])), ["B3"]),
        (rule("B1:B6", of_type("expression", formula=["10/B1=1"])), ["B2"]),
        (rule("B1:B6", of_type("cellIs", operator="greaterThan", formula=["30"])), ["B5", "B6"]),
        (rule("B1:B6", of_type("cellIs", operator="between", formula=["20", "10"])), ["B2", "B3"]),
        (rule("B1:B3", of_type("cellIs", operator="notBetween", formula=["1", "15"])), ["B1", "B3"]),
        (rule("A1:A6", of_type("cellIs", operator="equal", formula=['"A1"'])), ["A1"]),
        (rule("B1:B6", of_type("top10", rank=2)), ["B5", "B6"]),
        (rule("B1:B6", of_type("top10", rank=1, bottom=True)), ["B1"]),
        (rule("B1:B6", of_type("aboveAverage", aboveAverage=False)), ["B1", "B2", "B3"]),
        (rule("A1:A6", of_type("uniqueValues")), ["A1"]),
        (rule("A1:A6", of_type("duplicateValues")), ["A2", "A3", "A4", "A5", "A6"]),
        (rule("A1:A3", of_type("containsText", text="EX", operator="containsText")), ["A2", "A3"]),
        (rule("A1:A2", of_type("beginsWith", text="a", operator="beginsWith")), ["A1"]),
    ],
)
def test_conditional_formats_count_where_they_apply(tmp_path: Path, format_: Draw, places: list[str]) -> None:
    assert same(tmp_path, ["bgcolor"], [format_], green(*places)) == 1
    assert same(tmp_path, ["bgcolor"], [format_], green(*places[:-1])) == 0
    assert same(tmp_path, ["bgcolor"], [format_], green(*places, "B4")) == 0
    assert same(tmp_path, ["font_bold"], [format_], []) == 1


def test_conditional_formats_of_empty_cells(tmp_path: Path) -> None:
    blank = rule("E1:E3", of_type("expression", formula=["ISBLANK(E1)"]))
    assert same(tmp_path, ["bgcolor"], [blank], green("E1", "E2", "E3")) == 1
    assert same(tmp_path, ["bgcolor"], [blank], green("E1", "E2", "E3", "E4")) == 0


def test_a_conditional_format_that_cannot_be_worked_out(tmp_path: Path) -> None:
    odd = rule("A1:A3", of_type("expression", formula=["NOSUCH(A1)"]))
    style = {"type": "style", "sheet_idx0": 0, "sheet_idx1": "EI0", "props": ["bgcolor"]}
    found, wanted = book(tmp_path / "one.xlsx", odd), book(tmp_path / "two.xlsx")
    with pytest.raises(Unreadable, match="NOSUCH"):
        compare_table(found, wanted, rules=[style])
    with pytest.raises(ValueError, match="NOSUCH"):
        compare_table(wanted, found, rules=[style])


def test_the_first_of_several_conditional_formats_counts(tmp_path: Path) -> None:
    def above(bound: str, **look: Any) -> Draw:
        style = DifferentialStyle(**look)
        return rule("B1:B6", Rule(type="cellIs", operator="greaterThan", formula=[bound], dxf=style))

    red = PatternFill(bgColor="FFFF0000")
    direct = [*green("B5", "B6"), setting("B3", "fill", RED), setting("B4", "fill", RED)]
    assert same(tmp_path, ["bgcolor"], [above("30", fill=GREEN), above("10", fill=red)], direct) == 1
    assert same(tmp_path, ["bgcolor"], [above("10", fill=red), above("30", fill=GREEN)], direct) == 0
    bolder = [*direct, setting("B6", "font", Font(bold=True))]
    props, both = ["bgcolor", "font_bold"], [above("30", fill=GREEN), above("10", fill=red)]
    assert same(tmp_path, props, [*both, above("40", font=Font(bold=True))], bolder) == 1
    assert same(tmp_path, props, [above("30", fill=GREEN), above("10", fill=red)], bolder) == 0


def cell(at: str, **props: Any) -> dict[str, Any]:
    conditions = {name: {"method": method, "ref": ref} for name, (method, ref) in props.items()}
    return {"type": "check_cell", "sheet_idx": 0, "coordinate": at, "props": conditions}


@pytest.mark.parametrize(
    ("check", "points"),
    [
        (cell("A1", value=("eq", "A1")), 1),
        (cell("A1", value=("eq", "a1")), 0),
        (cell("A1", value=("re", "^a")), 0),
        (cell("A1", value=("re.I", "^a")), 1),
        (cell("B2", value=("eq", 10)), 1),
        (cell("B2", value=("eq", "10")), 0),
        (cell("B2", value=("eq", 11)), 0),
        (cell("B2", value=("ne", 11)), 1),
        (cell("B2", value=("lt", 10)), 0),
        (cell("B2", value=("le", 10)), 1),
        (cell("B2", value=("gt", 10)), 0),
        (cell("B2", value=("ge", 10)), 1),
        (cell("A1", value=("gt", 10)), 0),
        (cell("B2", value=("approx:0.1", 10.1)), 1),
        (cell("B2", value=("approx:0.1", 10.11)), 0),
        (cell("A1", value=("approx:0.1", 1)), 0),
        (cell("Z9", value=("approx:0.1", 0)), 0),
        (cell("B2", value=("range.te", [10, 12])), 0),
        (cell("B2", value=("range.et", [10, 12])), 1),
        (cell("B2", value=("range.et", [8, 10])), 0),
        (cell("Z9", value=("eq", None)), 1),
        (cell("Z9", value=("eq", "")), 0),
        (cell("C1", value=("eq", 45444)), 1),
        (cell("C1", value=("eq", "2024-06-01")), 1),
        (cell("C1", value=("eq", 45445)), 0),
        (cell("A1", value=("eq", "A1"), font_bold=("eq", True)), 1),
        (cell("A1", value=("eq", "A1"), font_bold=("eq", False)), 0),
        (cell("A1", bgcolor=("eq", "FFFF0000")), 1),
        (cell("A1", bgcolor=("eq", "00ff0000")), 1),
        (cell("A1", bgcolor=("ne", "FFFF0000")), 0),
        (cell("A2", bgcolor=("eq", "00000000")), 1),
        (cell("A2", bgcolor=("eq", "FF000000")), 0),
        (cell("B6", bgcolor=("eq", "FF00FF00")), 1),
        (cell("B5", bgcolor=("eq", "FF00FF00")), 0),
        (cell("E1", merge=("eq", False)), 1),
        (cell("F1", merge=("eq", True)), 1),
        (cell("G1", merge=("eq", True)), 0),
        (cell("Z9", merge=("eq", False)), 1),
        (cell("A1", font_size=("ge", 14)), 1),
        (cell("A1", font_size=("gt", 14)), 0),
    ],
)
def test_check_cell(tmp_path: Path, check: dict[str, Any], points: float) -> None:
    draws = [font(bold=True, size=14), setting("A1", "fill", RED), lambda sheet: sheet.merge_cells("E1:F1")]
    draws.append(rule("B1:B6", of_type("top10", rank=1)))
    assert compare_table(book(tmp_path / "one.xlsx", *draws), rules=[check]) == points


def test_formats_of_whole_columns_reach_cells_that_the_file_leaves_out(tmp_path: Path) -> None:
    def column(sheet: Worksheet) -> None:
        sheet.column_dimensions["E"].fill = RED

    assert same(tmp_path, ["bgcolor"], [column], [column, setting("E3", "fill", RED)]) == 1
    assert same(tmp_path, ["bgcolor"], [column], [column, setting("F3", "fill", RED)]) == 0
