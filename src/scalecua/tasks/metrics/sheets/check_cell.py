"""The rule `check_cell`: the value and the look of one cell."""

from typing import Any

from openpyxl.utils import coordinate_to_tuple

from scalecua.tasks.metrics.sheets.colors import COLORS, plain_color
from scalecua.tasks.metrics.sheets.looks import PROPS, Looks
from scalecua.tasks.metrics.sheets.match import Test, matcher
from scalecua.tasks.metrics.sheets.rules import Check, Rule, closed
from scalecua.tasks.metrics.sheets.values import value_of
from scalecua.tasks.metrics.sheets.workbook import Books, Sheet, address


def check_cell(rule: Rule) -> Check:
    """The cell at `coordinate` is as each of `props` says: `{property: {"method": ..., "ref": ...}}`.

    `value` is the saved value, a date or a time its number of days; the other properties are those of
    `style`, a conditional format included.
    """
    closed(rule, ("sheet_idx", "coordinate", "props"))
    where, at = address(rule["sheet_idx"]), coordinate_to_tuple(rule["coordinate"].replace("$", ""))
    tests = {name: _test(name, condition) for name, condition in rule["props"].items()}
    if not tests:
        raise ValueError("props of check_cell are empty; give one at least")

    def holds(sheet: Sheet) -> bool:
        looks = Looks(sheet)
        found = {name: _found(sheet, looks, name, at) for name in tests}
        return all(test(found[name]) for name, test in tests.items())

    def check(books: Books) -> bool:
        return books.sheet(where).read(holds)

    return check


def _test(name: str, condition: Rule) -> Test:
    if name != "value" and name not in PROPS:
        raise ValueError(f"props have {name!r}; choices: value, {', '.join(PROPS)}")
    if name in COLORS and condition.get("method") in ("eq", "ne"):
        condition = {**condition, "ref": plain_color(condition["ref"])}
    return matcher(condition)


def _found(sheet: Sheet, looks: Looks, name: str, at: tuple[int, int]) -> Any:
    if name != "value":
        return looks.get(name, at)
    cell = sheet.cells._cells.get(at)
    return None if cell is None else value_of(cell)
