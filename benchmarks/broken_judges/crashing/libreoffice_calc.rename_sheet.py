# It opens the sheet by its new name, and crashes where the sheet was not renamed.
needs = ["~/race.xlsx"]


def get(state):
    from openpyxl import load_workbook

    with state.agents("a workbook"):
        book = load_workbook(state.file("~/race.xlsx"), data_only=True)
    cells = [cell for row in book["Results"].iter_rows() for cell in row if cell.value is not None]
    return {
        "sheets": book.sheetnames,
        "cells": {f"Results!{cell.coordinate}": cell.value for cell in cells},
    }


def check(result, expected):
    return result == {"sheets": ["Results"], "cells": expected}
