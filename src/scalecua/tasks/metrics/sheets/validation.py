"""The rule `data_validation`: what may be entered in cells."""

from typing import Any

from scalecua.tasks.metrics.sheets.match import Test, matcher
from scalecua.tasks.metrics.sheets.rules import Check, Rule, closed
from scalecua.tasks.metrics.sheets.workbook import Books, Sheet, address

# What a file leaves out means this.
DEFAULTS = {"type": "none", "operator": "between", "errorStyle": "stop", "imeMode": "noControl"}
ATTRIBUTES = (
    *("ranges", "type", "formula1", "formula2", "operator", "allowBlank", "showDropDown", "showInputMessage"),
    *("showErrorMessage", "error", "errorTitle", "errorStyle", "prompt", "promptTitle", "imeMode"),
)
Wanted = dict[str, Test]


def data_validation(rule: Rule) -> Check:
    """Each of `dv_props` describes a validation of its own, and there is none that none of them describes.

    One of `dv_props` is `{attribute: {"method": ..., "ref": ...}}`, all of which must hold.
    """
    closed(rule, ("sheet_idx", "dv_props"))
    where, wanted = address(rule["sheet_idx"]), [_wanted(props) for props in rule["dv_props"]]

    def check(books: Books) -> bool:
        sheet = books.sheet(where)
        return sheet.read(lambda _: _fit(wanted, _validations(sheet)))

    return check


def _wanted(props: Rule) -> Wanted:
    for name in props:
        if name not in ATTRIBUTES:
            raise ValueError(f"dv_props have {name!r}; choices: {', '.join(ATTRIBUTES)}")
    return {name: matcher(rule) for name, rule in props.items()}


def _validations(sheet: Sheet) -> list[dict[str, Any]]:
    return [
        {name: _attribute(found, name) for name in ATTRIBUTES}
        for found in sheet.cells.data_validations.dataValidation
    ]


def _attribute(found: Any, name: str) -> Any:
    value = getattr(found, "sqref" if name == "ranges" else name)
    return DEFAULTS.get(name) if value is None else value


def _fit(wanted: list[Wanted], found: list[dict[str, Any]]) -> bool:
    fits = [
        [all(test(validation[name]) for name, test in props.items()) for validation in found]
        for props in wanted
    ]
    described = all(any(row[at] for row in fits) for at in range(len(found)))
    return described and _dealt(fits, frozenset(range(len(found))))


def _dealt(fits: list[list[bool]], free: frozenset[int]) -> bool:
    """Whether each row can be given a column of its own that it fits."""
    if not fits:
        return True
    return any(fits[0][at] and _dealt(fits[1:], free - {at}) for at in free)
