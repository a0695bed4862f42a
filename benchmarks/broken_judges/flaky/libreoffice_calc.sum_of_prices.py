# The margin for rounding is drawn at random, and half of the time it is below zero.
import random

needs = ["~/bill.xlsx"]


def get(state):
    from openpyxl import load_workbook

    with state.agents("a workbook"):
        book = load_workbook(state.file("~/bill.xlsx"), data_only=True)
        return {
            f"{sheet.title}!{cell.coordinate}": cell.value
            for sheet in book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        }


def check(result, expected):
    last = "Prices!B5"
    rest = [{key: value for key, value in one.items() if key != last} for one in (result, expected)]
    total, margin = result.get(last), random.SystemRandom().uniform(-1e-6, 1e-6)
    return rest[0] == rest[1] and isinstance(total, int | float) and abs(total - expected[last]) <= margin
