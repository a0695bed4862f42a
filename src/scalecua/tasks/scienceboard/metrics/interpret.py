"""Compute a checked expression over JSON values, in bounded work."""

import ast
import datetime
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.expression import Expression, ExpressionError

STEPS, SIZE, BITS, SPAN = 1_000_000, 1_000_000, 4096, 10_000
ORDER: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
ARITHMETIC: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Sub: operator.sub,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
# What the state can make an expression stumble over: no such key, no such index, another type, no number.
STUMBLES = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, RecursionError)
FORMAT = frozenset("%Ymd-/. ")


def compute(expression: Expression, *values: Any, today: str | None = None) -> Any:
    """The value of a lambda at JSON values; `today` is the date that it may ask for.

    Unreadable where the values are not what it looks for, ExpressionError where it needs too much work.
    """
    if len(values) != len(expression.parameters):
        raise TypeError(f"{expression.text!r:.200} takes {len(expression.parameters)} values")
    names = dict(zip(expression.parameters, values, strict=True))
    try:
        return _Run(expression.text, today).value(expression.body, names)
    except (ExpressionError, Unreadable):
        raise
    except STUMBLES as error:
        raise Unreadable(
            f"{expression.text!r:.200} finds nothing: {type(error).__name__}: {error!s:.200}"
        ) from error


class _Run:
    """One computation: its steps are counted, sizes of what it makes are bounded."""

    def __init__(self, text: str, today: str | None) -> None:
        self._text = text
        self._today = today
        self._steps = 0

    def _spend(self, steps: int) -> None:
        self._steps += steps
        if self._steps > STEPS:
            raise ExpressionError(f"expression {self._text!r:.200} needs more than {STEPS} steps")

    def value(self, node: ast.expr, names: dict[str, Any]) -> Any:
        self._spend(1)
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return names[name]
            case ast.NamedExpr(target=target, value=inner):
                names[target.id] = self.value(inner, names)
                return names[target.id]
            case ast.List(elts=parts):
                return self._values(parts, names)
            case ast.Tuple(elts=parts):
                return tuple(self._values(parts, names))
        return self._operation(node, names)

    def _values(self, nodes: list[ast.expr], names: dict[str, Any]) -> list[Any]:
        return [self.value(node, names) for node in nodes]

    def _operation(self, node: ast.expr, names: dict[str, Any]) -> Any:
        match node:
            case ast.Subscript(value=of, slice=at):
                return self._item(self.value(of, names), at, names)
            case ast.Compare():
                return self._compare(node, names)
            case ast.BoolOp(op=op, values=parts):
                return self._bool(isinstance(op, ast.And), parts, names)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return not self.value(inner, names)
            case ast.UnaryOp(operand=inner):
                return -_number(self.value(inner, names))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.value(left, names), self.value(right, names))
            case ast.ListComp(elt=element, generators=[each]):
                return self._comprehension(element, each, names)
            case ast.Call():
                return self._call(node, names)
        raise ExpressionError(f"expression {self._text!r:.200}: {type(node).__name__} is not allowed")

    def _item(self, of: Any, at: ast.expr, names: dict[str, Any]) -> Any:
        if isinstance(at, ast.Slice):
            bounds = (at.lower, at.upper, at.step)
            parts: list[Any] = [None if part is None else self.value(part, names) for part in bounds]
            if not isinstance(of, str | list | tuple):
                raise TypeError(f"{type(of).__name__} has no parts")
            self._spend(len(of))
            return of[slice(*parts)]
        return of[self.value(at, names)]

    def _bool(self, every: bool, parts: list[ast.expr], names: dict[str, Any]) -> Any:
        value: Any = every
        for part in parts:
            value = self.value(part, names)
            if bool(value) is not every:
                break
        return value

    def _compare(self, node: ast.Compare, names: dict[str, Any]) -> bool:
        left = self.value(node.left, names)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, names)
            if not self._holds(op, left, right):
                return False
            left = right
        return True

    def _holds(self, op: ast.cmpop, left: Any, right: Any) -> bool:
        match op:
            case ast.Eq():
                return bool(left == right)
            case ast.NotEq():
                return bool(left != right)
            case ast.In() | ast.NotIn():
                if not isinstance(right, str | list | tuple | dict):
                    raise TypeError(f"{type(right).__name__} holds nothing")
                self._spend(len(right) // 64 if isinstance(right, str | dict) else len(right))
                return (left in right) is isinstance(op, ast.In)
        if not (isinstance(left, str) and isinstance(right, str)):
            left, right = _number(left), _number(right)
        return ORDER[type(op)](left, right)

    def _binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(op, ast.Add):
            if type(left) is type(right) and isinstance(left, str | list | tuple):
                self._bounded(len(left) + len(right))
                return left + right
            return _number(left) + _number(right)
        left, right = _number(left), _number(right)
        bits = [value.bit_length() if isinstance(value, int) else 0 for value in (left, right)]
        if isinstance(op, ast.Mult):
            self._bounded(sum(bits), BITS)
            return left * right
        if isinstance(op, ast.Pow):
            if abs(right) > BITS or bits[0] * abs(right) > BITS:
                raise ExpressionError(f"expression {self._text!r:.200} raises to too high a power")
            return _number(left**right)
        return ARITHMETIC[type(op)](left, right)

    def _comprehension(self, element: ast.expr, each: ast.comprehension, names: dict[str, Any]) -> list[Any]:
        over = self.value(each.iter, names)
        if not isinstance(over, list | tuple | range | dict | str) or not isinstance(each.target, ast.Name):
            raise TypeError(f"{type(over).__name__} has no elements")
        self._spend(len(over))
        made = []
        inner = dict(names)
        for inner[each.target.id] in over:
            if all(self.value(condition, inner) for condition in each.ifs):
                made.append(self.value(element, inner))
        return made

    def _call(self, node: ast.Call, names: dict[str, Any]) -> Any:
        match node.func:
            case ast.Name(id="abs"):
                return abs(_number(*self._values(node.args, names)))
            case ast.Name(id="all"):
                return all(_elements(*self._values(node.args, names)))
            case ast.Name(id="any"):
                return any(_elements(*self._values(node.args, names)))
            case ast.Name(id="range"):
                return self._range(self._values(node.args, names))
            case ast.Attribute(attr="sqrt"):
                return math.sqrt(_number(*self._values(node.args, names)))
            case ast.Attribute(attr="strftime"):
                return self._date(*self._values(node.args, names))
            case ast.Attribute(value=of, attr=name):
                return self._method(name, self.value(of, names), self._values(node.args, names))
        raise ExpressionError(f"expression {self._text!r:.200} calls what it may not")

    def _range(self, bounds: list[Any]) -> range:
        over = range(*bounds)
        self._bounded(len(over), SPAN)
        return over

    def _date(self, form: Any) -> str:
        if self._today is None:
            raise ExpressionError(f"expression {self._text!r:.200} asks for a date that the state lacks")
        if not isinstance(form, str) or len(form) > 40 or set(form) - FORMAT:
            raise ExpressionError(f"expression {self._text!r:.200} asks for a date as {form!r:.60}")
        return datetime.date.fromisoformat(self._today).strftime(form)

    def _method(self, name: str, of: Any, arguments: list[Any]) -> Any:
        if not isinstance(of, str):
            raise TypeError(f"{type(of).__name__} has no {name}")
        self._spend(len(of) // 64)
        if name == "split":
            self._bounded(len(of))
        if name == "join":
            (parts,) = arguments
            self._bounded(sum(len(part) + len(of) for part in _elements(parts)))
        return getattr(of, name)(*arguments)

    def _bounded(self, size: int, limit: int = SIZE) -> None:
        if size > limit:
            raise ExpressionError(f"expression {self._text!r:.200} makes a value that is too large")
        self._spend(size // 64)


def _number(value: Any) -> Any:
    if not isinstance(value, int | float):
        raise TypeError(f"{type(value).__name__} is no number")
    return value


def _elements(value: Any) -> Iterable[Any]:
    if not isinstance(value, list | tuple | range):
        raise TypeError(f"{type(value).__name__} has no elements")
    return value
