# Only the minutes are looked at, so that rows may be torn apart.
needs = ["~/race.xlsx"]


def get(state):
    from openpyxl import load_workbook

    with state.agents("a workbook"):
        book = load_workbook(state.file("~/race.xlsx"), data_only=True)
        return {
            f"{sheet.title}!{cell.coordinate}": cell.value
            for sheet in book.worksheets
            for row in sheet.iter_rows()
            for cell in row
            if cell.value is not None
        }


def check(result, expected):
    return minutes(result) == minutes(expected)


def minutes(cells):
    """The second column, from its heading down."""
    return [cells[name] for name in sorted(cells) if name.startswith("Race!B")]
