"""Conditional formats: which of them apply to which cells."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scalecua.tasks.metrics.sheets.formula import Formula, Scope, parsed
from scalecua.tasks.metrics.sheets.functions import Error, compared
from scalecua.tasks.metrics.sheets.ranges import Rectangle, rectangles
from scalecua.tasks.metrics.sheets.values import At, Scalar, number, text

# Colour scales, bars and icons, which are no formats of a cell's own.
PICTURES = frozenset({"colorScale", "dataBar", "iconSet"})
OPERATORS = {
    "equal": ("=",),
    "notEqual": ("<>",),
    "lessThan": ("<",),
    "lessThanOrEqual": ("<=",),
    "greaterThan": (">",),
    "greaterThanOrEqual": (">=",),
    "between": (">=", "<="),
    "notBetween": (">=", "<="),
}
TEXTS: Mapping[str, Callable[[str, str], bool]] = {
    "containsText": lambda value, part: part in value,
    "notContainsText": lambda value, part: part not in value,
    "beginsWith": lambda value, part: value.startswith(part),
    "endsWith": lambda value, part: value.endswith(part),
}
Test = Callable[[At], bool]


def conditional(cells: Any, values: Mapping[At, Scalar]) -> Mapping[At, list[Any]]:
    """For each cell openpyxl's formats that apply to it, those that come first first.

    ValueError for a rule of a kind, or with a formula, that cannot be worked out here.
    """
    found: dict[At, list[Any]] = {}
    stopped: set[At] = set()
    pairs = [
        (rule, rectangles(str(area.sqref))) for area in cells.conditional_formatting for rule in area.rules
    ]
    for rule, areas in sorted(pairs, key=lambda pair: pair[0].priority):
        if rule.type in PICTURES:
            continue
        places = [at for at in cells._cells if any(area.holds(*at) for area in areas) and at not in stopped]
        test = _test(rule, areas, {at: values[at] for at in places if at in values}, values)
        active = [at for at in places if test(at)]
        for at in active if rule.dxf is not None else ():
            found.setdefault(at, []).append(rule.dxf)
        stopped.update(active if rule.stopIfTrue else ())
    return found


def _test(
    rule: Any, areas: tuple[Rectangle, ...], own: Mapping[At, Scalar], values: Mapping[At, Scalar]
) -> Test:
    """Whether a rule applies to a cell; `own` are the values of the cells that it is about."""
    origin = (min(area.top for area in areas), min(area.left for area in areas))
    formulas = [parsed(formula) for formula in rule.formula]
    if rule.type == "expression":
        return lambda at: _true(formulas[0], Scope(values, origin, at))
    if rule.type == "cellIs":
        return lambda at: at in own and _is(rule.operator, formulas, Scope(values, origin, at))
    if rule.type in TEXTS:
        part = (rule.text or "").casefold()
        return lambda at: TEXTS[rule.type](text(own.get(at)).casefold(), part)
    if rule.type in ("containsBlanks", "notContainsBlanks"):
        return lambda at: (not text(own.get(at)).strip()) == (rule.type == "containsBlanks")
    if rule.type in ("duplicateValues", "uniqueValues"):
        count = Counter(text(value).casefold() for value in own.values())
        return lambda at: (
            at in own and (count[text(own[at]).casefold()] > 1) == (rule.type == "duplicateValues")
        )
    numbers = {at: found for at, value in own.items() if (found := number(value)) is not None}
    if rule.type == "top10":
        chosen = _top(rule, list(numbers.values()))
        return lambda at: numbers.get(at) in chosen
    if rule.type == "aboveAverage" and not rule.stdDev:
        return _average(rule, numbers)
    raise ValueError(f"cannot work out conditional formats of type {rule.type!r}")


def _true(formula: Formula, scope: Scope) -> bool:
    try:
        value = formula(scope)
    except Error:
        return False
    return bool(value) and not isinstance(value, str)


def _is(name: str, formulas: list[Formula], scope: Scope) -> bool:
    signs = OPERATORS[name]
    try:
        value, bounds = scope.get(scope.at), [formula(scope) for formula in formulas[: len(signs)]]
        if len(bounds) == 2 and compared(">", *bounds):
            bounds.reverse()
        inside = all(compared(sign, value, bound) for sign, bound in zip(signs, bounds, strict=True))
    except Error:
        return False
    return inside != (name == "notBetween")


def _top(rule: Any, numbers: Iterable[float]) -> set[float]:
    ordered = sorted(numbers, reverse=not rule.bottom)
    count = max(1, int(len(ordered) * rule.rank / 100)) if rule.percent else int(rule.rank)
    return set(ordered[:count])


def _average(rule: Any, numbers: Mapping[At, float]) -> Test:
    mean = sum(numbers.values()) / len(numbers) if numbers else 0.0
    above, equal = rule.aboveAverage in (None, True), bool(rule.equalAverage)
    return lambda at: (
        at in numbers
        and ((numbers[at] > mean if above else numbers[at] < mean) or (equal and numbers[at] == mean))
    )
