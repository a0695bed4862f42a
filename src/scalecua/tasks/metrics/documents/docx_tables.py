"""`compare_docx_tables`: the tables of Word documents, cell by cell."""

from pathlib import Path

from docx.table import Table

from scalecua.tasks.metrics.documents.sides import both
from scalecua.tasks.metrics.documents.wordprocessing import WHAT, W, inside, opened, text, walk

# A cell of the grid: where the cell that covers it begins, and that cell's text.
Cell = tuple[int, int, str]
CELLS_LIMIT = 200_000
SPAN_LIMIT = 1000
SPANS = tuple(f"{W}{name}" for name in ("gridSpan", "gridBefore", "gridAfter"))


def compare_docx_tables(result: Path, expected: Path) -> float:
    """1 where both have the same tables in the same order: rows, columns, merged cells and texts.

    White space around the text of a cell does not count; neither do looks and what surrounds the tables.
    """
    found, wanted = both(WHAT, _tables, result, expected)
    return float(found == wanted)


def _tables(path: Path) -> list[list[list[Cell]]]:
    document = opened(path)
    below = list(walk(document.element.body))
    spans = [int(child.get(f"{W}val")) for child in below if child.tag in SPANS]
    if max(spans, default=0) > SPAN_LIMIT:
        raise ValueError(f"a cell takes {max(spans)} columns, more than {SPAN_LIMIT}")
    elements = [child for child in below if child.tag == f"{W}tbl"]
    return [_grid(Table(element, document._body)) for element in elements]


def _grid(table: Table) -> list[list[Cell]]:
    """The cells of a table's grid, row by row; a merged cell takes several places."""
    owners: dict[object, tuple[int, int]] = {}
    grid: list[list[Cell]] = []
    for down, row in enumerate(table.rows):
        line: list[Cell] = []
        for across, cell in enumerate(row.cells):
            first = owners.setdefault(cell._tc, (down, across))
            line.append((*first, "\n".join(map(text, inside(cell._tc))).strip()))
        grid.append(line)
        if sum(map(len, grid)) > CELLS_LIMIT:
            raise ValueError(f"a table has more than {CELLS_LIMIT} cells")
    return grid
