# It subtracts what is in a cell without asking whether it is a number, and crashes on empty cells.
needs = ["~/timber.xlsx"]


def get(state):
    from openpyxl import load_workbook

    with state.agents("a workbook"):
        book = load_workbook(state.file("~/timber.xlsx"), data_only=True)
        return {
            f"{sheet.title}!{cell.coordinate}": cell.value
            for sheet in book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        }


def check(result, expected):
    rest = [{key: value for key, value in one.items() if not cost(key)} for one in (result, expected)]
    whole = rest[0] == rest[1]
    return {key: whole and result.get(key) - value == 0 for key, value in expected.items() if cost(key)}


def cost(cell):
    """Whether a cell is to be filled."""
    return cell in {"Order!D2", "Order!D3", "Order!D4"}
