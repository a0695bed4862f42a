"""Functions and operators of formulas; a range is a list of values, an empty cell None."""

import contextlib
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from openpyxl.utils.datetime import from_excel

from scalecua.tasks.metrics.sheets.values import text


class Error(Exception):
    """What a formula gives instead of a value, as #DIV/0!."""


def numeric(value: Any) -> float:
    """A value in arithmetic; Error where it is no number and no text of one."""
    if value is None:
        return 0.0
    try:
        return float(value)
    except (TypeError, ValueError) as error:
        raise Error("#VALUE!") from error


COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def compared(sign: str, one: Any, two: Any) -> bool:
    """As a spreadsheet compares: case is no matter, numbers come before texts, texts before truth values."""
    return COMPARE[sign](*(_rank(value, other) for value, other in ((one, two), (two, one))))


def _rank(value: Any, other: Any) -> tuple[int, Any]:
    if value is None:
        value = "" if isinstance(other, str) else False if isinstance(other, bool) else 0
    if isinstance(value, bool):
        return (2, value)
    return (1, value.casefold()) if isinstance(value, str) else (0, value)


def _divided(one: Any, two: Any) -> float:
    if not numeric(two):
        raise Error("#DIV/0!")
    return numeric(one) / numeric(two)


def _flat(arguments: tuple[Any, ...]) -> Iterator[Any]:
    for argument in arguments:
        yield from argument if isinstance(argument, list) else [argument]


def _numbers(arguments: tuple[Any, ...]) -> list[float]:
    return [
        float(value)
        for value in _flat(arguments)
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]


def _truths(arguments: tuple[Any, ...]) -> list[bool]:
    return [bool(value) for value in _flat(arguments) if isinstance(value, bool | int | float)]


def _average(*arguments: Any) -> float:
    numbers = _numbers(arguments)
    return _divided(sum(numbers), len(numbers))


def _ranked(values: Any, rank: Any, largest: bool) -> float:
    ordered = sorted(_numbers((values,)), reverse=largest)
    if not 1 <= numeric(rank) <= len(ordered):
        raise Error("#NUM!")
    return ordered[int(numeric(rank)) - 1]


def _weekday(value: Any, kind: Any = 1.0) -> float:
    """1 for a Sunday, with kind 2 for a Monday, with kind 3 nought for a Monday; 11 to 17 from Monday on."""
    monday = _date(value).weekday()
    starts = {1: 6, 2: 0, 3: 0, **{11 + day: day for day in range(7)}}
    if int(kind) not in starts:
        raise Error("#NUM!")
    return float((monday - starts[int(kind)]) % 7 + (int(kind) != 3))


def _date(value: Any) -> Any:
    return from_excel(int(numeric(value)) or 1)


def _countif(values: Any, wanted: Any) -> float:
    sign, rest = "=", wanted
    if isinstance(wanted, str):
        sign = next((found for found in ("<=", ">=", "<>", "<", ">", "=") if wanted.startswith(found)), "")
        rest = wanted[len(sign) :]
        with contextlib.suppress(ValueError):
            rest = float(rest)
    found = [value for value in _flat((values,)) if value is not None]
    if sign != "<>":
        found = [value for value in found if _rank(value, None)[0] == _rank(rest, None)[0]]
    return float(sum(compared(sign or "=", value, rest) for value in found))


def _search(part: Any, value: Any) -> float:
    at = text(value).casefold().find(text(part).casefold())
    if at < 0:
        raise Error("#VALUE!")
    return at + 1.0


def _if(condition: Any, yes: Any = True, no: Any = False) -> Any:
    return yes if condition else no


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "&": lambda one, two: text(one) + text(two),
    "+": lambda one, two: numeric(one) + numeric(two),
    "-": lambda one, two: numeric(one) - numeric(two),
    "*": lambda one, two: numeric(one) * numeric(two),
    "/": _divided,
    "^": lambda one, two: numeric(one) ** numeric(two),
    "AND": lambda *values: all(_truths(values)),
    "OR": lambda *values: any(_truths(values)),
    "NOT": lambda value: not value,
    "IF": _if,
    "MAX": lambda *values: max(_numbers(values), default=0.0),
    "MIN": lambda *values: min(_numbers(values), default=0.0),
    "SUM": lambda *values: math.fsum(_numbers(values)),
    "AVERAGE": _average,
    "COUNT": lambda *values: float(len(_numbers(values))),
    "COUNTA": lambda *values: float(sum(value is not None for value in _flat(values))),
    "COUNTIF": _countif,
    "LARGE": lambda values, rank: _ranked(values, rank, True),
    "SMALL": lambda values, rank: _ranked(values, rank, False),
    "WEEKDAY": _weekday,
    "DAY": lambda value: float(_date(value).day),
    "MONTH": lambda value: float(_date(value).month),
    "YEAR": lambda value: float(_date(value).year),
    "MOD": lambda one, two: numeric(one) - numeric(two) * math.floor(_divided(one, two)),
    "ABS": lambda value: abs(numeric(value)),
    "INT": lambda value: float(math.floor(numeric(value))),
    "ROUND": lambda value, digits: round(numeric(value), int(numeric(digits))),
    "ISEVEN": lambda value: int(numeric(value)) % 2 == 0,
    "ISODD": lambda value: int(numeric(value)) % 2 == 1,
    "ISBLANK": lambda value: value is None,
    "ISNUMBER": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "ISTEXT": lambda value: isinstance(value, str),
    "EXACT": lambda one, two: text(one) == text(two),
    "LEN": lambda value: float(len(text(value))),
    "LEFT": lambda value, count=1.0: text(value)[: int(count)],
    "RIGHT": lambda value, count=1.0: text(value)[-int(count) :] if int(count) else "",
    "TRIM": lambda value: " ".join(text(value).split()),
    "UPPER": lambda value: text(value).upper(),
    "LOWER": lambda value: text(value).lower(),
    "SEARCH": _search,
    "TRUE": lambda: True,
    "FALSE": lambda: False,
}
