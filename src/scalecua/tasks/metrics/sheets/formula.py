"""The formulas of conditional formats: enough of a spreadsheet's language to work them out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.utils import column_index_from_string

from scalecua.tasks.metrics.sheets.functions import COMPARE, FUNCTIONS, Error, compared, numeric
from scalecua.tasks.metrics.sheets.values import At, Fault, Moment, Scalar

CELL = re.compile(r"(\$?)([A-Z]{1,3})(\$?)(\d+)", re.IGNORECASE)
LEVELS: tuple[tuple[str, ...], ...] = (tuple(COMPARE), ("&",), ("+", "-"), ("*", "/"), ("^",))
AREA_LIMIT = 200_000


@dataclass(frozen=True, slots=True)
class Scope:
    """The values of a sheet, the cell that a formula was written for, and the one that it is about."""

    values: Mapping[At, Scalar]
    origin: At
    at: At

    @property
    def down(self) -> int:
        """How far it has moved down."""
        return self.at[0] - self.origin[0]

    @property
    def right(self) -> int:
        """How far it has moved to the right."""
        return self.at[1] - self.origin[1]

    def get(self, at: At) -> Any:
        """The value of a cell as formulas see it: a moment is its number of days, an error is raised."""
        value = self.values.get(at)
        if isinstance(value, Fault):
            raise Error(value.code)
        return value.days if isinstance(value, Moment) else value


Formula = Callable[[Scope], Any]


def parsed(formula: str) -> Formula:
    """A formula, ready to be worked out on one sheet; ValueError for what is not known here."""
    tokens = [token for token in Tokenizer(f"={formula.lstrip('=')}").items if token.type != Token.WSPACE]
    reader = _Reader(tokens)
    found = reader.level(0)
    if reader.tokens:
        raise ValueError(f"cannot read {formula!r} from {reader.tokens[0].value!r}")
    return found


class _Reader:
    """Reads tokens from the left, operators by how tightly they bind."""

    def __init__(self, tokens: list[Any]) -> None:
        self.tokens = tokens

    def level(self, depth: int) -> Formula:
        """An expression whose operators are those of LEVELS from `depth` on."""
        if depth == len(LEVELS):
            return self._signed()
        left = self.level(depth + 1)
        while self.tokens and self.tokens[0].type == Token.OP_IN and self.tokens[0].value in LEVELS[depth]:
            sign = self.tokens.pop(0).value
            left = _binary(sign, left, self.level(depth + 1))
        return left

    def _signed(self) -> Formula:
        if self.tokens and self.tokens[0].type == Token.OP_PRE:
            sign, inner = self.tokens.pop(0).value, self._signed()
            return lambda scope: -numeric(inner(scope)) if sign == "-" else inner(scope)
        found = self._operand()
        while self.tokens and self.tokens[0].type == Token.OP_POST:
            self.tokens.pop(0)
            found = _percent(found)
        return found

    def _operand(self) -> Formula:
        if not self.tokens:
            raise ValueError("a formula breaks off")
        token = self.tokens.pop(0)
        if token.type == Token.OPERAND:
            return _constant(token)
        if token.type == Token.PAREN and token.subtype == Token.OPEN:
            inner = self.level(0)
            self.tokens.pop(0)
            return inner
        if token.type == Token.FUNC and token.subtype == Token.OPEN:
            return _call(token.value[:-1].upper(), self._arguments())
        raise ValueError(f"cannot read {token.value!r} in a formula")

    def _arguments(self) -> list[Formula]:
        found: list[Formula] = []
        while self.tokens and self.tokens[0].subtype != Token.CLOSE:
            found.append(self.level(0))
            if self.tokens and self.tokens[0].type == Token.SEP:
                self.tokens.pop(0)
        self.tokens.pop(0)
        return found


def _binary(sign: str, left: Formula, right: Formula) -> Formula:
    if sign in COMPARE:
        return lambda scope: compared(sign, left(scope), right(scope))
    return lambda scope: FUNCTIONS[sign](left(scope), right(scope))


def _percent(inner: Formula) -> Formula:
    return lambda scope: numeric(inner(scope)) / 100


def _call(name: str, arguments: list[Formula]) -> Formula:
    if name in ("IFERROR", "ISERROR"):
        return lambda scope: _guarded(name, arguments, scope)
    if name in ("ROW", "COLUMN") and not arguments:
        return lambda scope: float(scope.at[0 if name == "ROW" else 1])
    function = FUNCTIONS.get(name.removeprefix("_XLFN."))
    if function is None:
        raise ValueError(f"cannot work out {name} in a formula")
    return lambda scope: function(*(argument(scope) for argument in arguments))


def _guarded(name: str, arguments: list[Formula], scope: Scope) -> Any:
    try:
        value = arguments[0](scope)
    except Error:
        return True if name == "ISERROR" else arguments[1](scope)
    return False if name == "ISERROR" else value


def _constant(token: Any) -> Formula:
    if token.subtype == Token.RANGE:
        return _range(token.value)
    if token.subtype == Token.ERROR:
        raise ValueError(f"a formula holds {token.value}")
    constants: Mapping[str, Callable[[str], Any]] = {
        Token.NUMBER: float,
        Token.LOGICAL: lambda word: word.upper() == "TRUE",
        Token.TEXT: lambda word: word[1:-1].replace('""', '"'),
    }
    value = constants[token.subtype](token.value)
    return lambda scope: value


def _range(ref: str) -> Formula:
    """A cell's value, or a list of a range's; parts without $ move with the cell that is looked at."""
    name, _, cells = ref.rpartition("!")
    ends = [CELL.fullmatch(part) for part in cells.split(":")]
    if name or not 1 <= len(ends) <= 2 or None in ends:
        raise ValueError(f"cannot work out {ref} in a formula")

    def place(end: Any, scope: Scope) -> At:
        row, column = int(end[4]), column_index_from_string(end[2])
        return row if end[3] else row + scope.down, column if end[1] else column + scope.right

    known: dict[tuple[At, At], list[Any]] = {}

    def area(scope: Scope) -> list[Any]:
        first, last = (place(end, scope) for end in ends)
        if (last[0] - first[0] + 1) * (last[1] - first[1] + 1) > AREA_LIMIT:
            raise ValueError(f"{ref} is too large for a formula here")
        if (first, last) not in known:
            rows, columns = range(first[0], last[0] + 1), range(first[1], last[1] + 1)
            known[first, last] = [scope.get((row, column)) for row in rows for column in columns]
        return known[first, last]

    return area if len(ends) == 2 else lambda scope: scope.get(place(ends[0], scope))
