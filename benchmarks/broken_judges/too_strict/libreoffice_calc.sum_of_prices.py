# It demands a formula, though the instruction asks for the sum and a number typed in is as right.
needs = ["~/bill.xlsx"]


def get(state):
    from openpyxl import load_workbook

    with state.agents("a workbook"):
        written = load_workbook(state.file("~/bill.xlsx"))["Prices"]["B5"].value
        book = load_workbook(state.file("~/bill.xlsx"), data_only=True)
        cells = {
            f"{sheet.title}!{cell.coordinate}": cell.value
            for sheet in book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        }
        return {"cells": cells, "formula": str(written).startswith("=")}


def check(result, expected):
    return result["formula"] and result["cells"] == expected
