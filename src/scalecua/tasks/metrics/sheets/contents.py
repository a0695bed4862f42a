"""The rules `sheet_name` and `sheet_data`: which sheets there are, and what their cells hold."""

from scalecua.tasks.metrics.sheets.rules import PAIR, Check, Rule, closed, pair
from scalecua.tasks.metrics.sheets.values import same, values
from scalecua.tasks.metrics.sheets.workbook import Books


def sheet_name(rule: Rule) -> Check:
    """Both workbooks have sheets of the same names in the same order."""
    closed(rule, ())
    return lambda books: books.names(False) == books.names(True)


def sheet_data(rule: Rule) -> Check:
    """The cells of both sheets hold equal values at the same places.

    Cells without a value, and rows and columns of nothing else, count for nothing. A number, a date, a text,
    a truth value and an error are never equal; numbers are after rounding to `precision` decimals, by default
    4, and texts with `ignore_case` whatever their case.
    """
    closed(rule, PAIR, ("precision", "ignore_case"))
    precision, fold = rule.get("precision", 4), bool(rule.get("ignore_case", False))
    if not isinstance(precision, int) or precision < 0:
        raise ValueError(f"precision is {precision!r}; it must be a number of decimals")
    sheets = pair(rule)

    def check(books: Books) -> bool:
        one, two = sheets(books)
        wanted, found = two.read(values), one.read(values)
        return wanted.keys() == found.keys() and all(
            same(found[at], wanted[at], precision=precision, fold=fold) for at in wanted
        )

    return check
