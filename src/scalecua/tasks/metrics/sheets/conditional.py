"""Conditional formats: which of them apply to which cells."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
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
WORK_LIMIT = 5_000_000


def conditional(cells: Any, values: Mapping[At, Scalar]) -> Callable[[At], list[Any]]:
    """What gives openpyxl's formats that apply to a cell, the one that comes first first.

    ValueError for a rule of a kind, or with a formula, that cannot be worked out here.
    """
    pairs = [
        (rule, rectangles(str(area.sqref)))
        for area in cells.conditional_formatting
        for rule in area.rules
        if rule.type not in PICTURES
    ]
    if len(pairs) * len(values) > WORK_LIMIT:
        raise ValueError(f"{len(pairs)} conditional formats of {len(values)} cells are too many")
    ordered = sorted(pairs, key=lambda pair: pair[0].priority)
    rules = [(rule, areas, _test(rule, areas, values)) for rule, areas in ordered]

    @cache
    def formats(at: At) -> list[Any]:
        found: list[Any] = []
        for rule, areas, test in rules:
            if any(area.holds(*at) for area in areas) and test(at):
                found += [] if rule.dxf is None else [rule.dxf]
                if rule.stopIfTrue:
                    break
        return found

    return formats


def _test(rule: Any, areas: tuple[Rectangle, ...], values: Mapping[At, Scalar]) -> Test:
    """Whether a rule applies to a cell in its areas."""
    own = {at: value for at, value in values.items() if any(area.holds(*at) for area in areas)}
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
