"""The value of an expression of KAlgebra's language at given values of its variables."""

import cmath
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.algebra import Call, Cases, Function, Name, Node, Number, Operation
from scalecua.tasks.scienceboard.metrics.algebra import parse as parse_text

STEPS, DEPTH = 50_000, 60
# The imaginary step by which `diff` takes a derivative, exact to the last digit for analytic functions.
STEP = 1e-30
CONSTANTS: Mapping[str, complex] = {"pi": math.pi, "e": math.e, "i": 1j}
NAMED: Mapping[str, Callable[[complex], complex]] = {
    "ln": cmath.log,
    "log": cmath.log10,
    "exp": cmath.exp,
    "sqrt": cmath.sqrt,
    **{name: getattr(cmath, name) for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{f"arc{name}": getattr(cmath, f"a{name}") for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    "sec": lambda value: 1 / cmath.cos(value),
    "csc": lambda value: 1 / cmath.sin(value),
    "cot": lambda value: 1 / cmath.tan(value),
    "conjugate": lambda value: value.conjugate(),
    "real": lambda value: value.real,
    "imaginary": lambda value: value.imag,
    "abs": abs,
    "floor": lambda value: math.floor(_real(value)),
    "ceiling": lambda value: math.ceil(_real(value)),
    "factorial": lambda value: math.gamma(_real(value) + 1),
}
SIGNS: Mapping[str, Callable[[complex, complex], complex]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "^": lambda base, power: base**power if base or power else 1,
}
ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Closure:
    """A function with the variables that it was made among."""

    function: Function
    scope: Mapping[str, "Value"]


Value = complex | Closure


def number(node: Node, scope: Mapping[str, Value], variables: Mapping[str, str]) -> complex:
    """The value as a complex number; `variables` are KAlgebra's own, as text. Unreadable if it has none."""
    value = evaluate(node, scope, variables)
    if isinstance(value, Closure):
        raise Unreadable("KAlgebra's expression gives a function, not a number")
    return value


def evaluate(node: Node, scope: Mapping[str, Value], variables: Mapping[str, str]) -> Value:
    """The value, a number or a function; Unreadable if it has none, or takes too much work."""
    try:
        return _Calculation(variables).value(node, scope, 0)
    except (ArithmeticError, ValueError, TypeError, RecursionError) as error:
        raise Unreadable(f"KAlgebra's expression has no value: {type(error).__name__}: {error}") from error


class _Calculation:
    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._steps = 0

    def value(self, node: Node, scope: Mapping[str, Value], depth: int) -> Value:
        self._steps += 1
        if self._steps > STEPS or depth > DEPTH:
            raise Unreadable("KAlgebra's expression takes too long")
        match node:
            case Number(literal):
                return complex(literal)
            case Name(name):
                return self._named(name, scope, depth)
            case Function():
                return Closure(node, scope)
            case Operation(sign, left, right) if sign in SIGNS:
                return SIGNS[sign](self._number(left, scope, depth), self._number(right, scope, depth))
            case Operation():
                return complex(self._holds(node, scope, depth))
            case Cases():
                return self._cases(node, scope, depth)
            case Call():
                return self._call(node, scope, depth)

    def _cases(self, node: Cases, scope: Mapping[str, Value], depth: int) -> Value:
        for condition, value in node.branches:
            if condition is None or self._number(condition, scope, depth) != 0:
                return self.value(value, scope, depth + 1)
        raise Unreadable("KAlgebra's piecewise has no value here")

    def _number(self, node: Node, scope: Mapping[str, Value], depth: int) -> complex:
        value = self.value(node, scope, depth + 1)
        if isinstance(value, Closure):
            raise TypeError("a function is no number")
        return value

    def _named(self, name: str, scope: Mapping[str, Value], depth: int) -> Value:
        if name in scope:
            return scope[name]
        if name in self._variables:
            return self.value(parse_text(self._variables[name]), {}, depth + 1)
        if name in CONSTANTS:
            return complex(CONSTANTS[name])
        raise Unreadable(f"KAlgebra's expression has the unknown name {name!r}")

    def _holds(self, node: Operation, scope: Mapping[str, Value], depth: int) -> bool:
        left, right = self._number(node.left, scope, depth), self._number(node.right, scope, depth)
        if node.sign in ("=", "!="):
            return (left == right) is (node.sign == "=")
        return ORDERS[node.sign](_real(left), _real(right))

    def _call(self, node: Call, scope: Mapping[str, Value], depth: int) -> Value:
        name = node.function.name if isinstance(node.function, Name) else ""
        if node.bound:
            return self._bound(name, node, scope, depth)
        if name in scope or name in self._variables or not name:
            return self._apply(self.value(node.function, scope, depth + 1), node, scope, depth)
        arguments = [self._number(argument, scope, depth) for argument in node.arguments]
        if name == "root" and len(arguments) == 2:
            return _root(*arguments)
        if name == "power" and len(arguments) == 2:
            return SIGNS["^"](*arguments)
        if name in ("min", "max"):
            return complex({"min": min, "max": max}[name](map(_real, arguments)))
        if name in NAMED and len(arguments) == 1:
            return complex(NAMED[name](*arguments))
        if len(arguments) == 1:
            return self._named(name, scope, depth) * arguments[0]  # type: ignore[operator]
        raise Unreadable(f"KAlgebra's expression calls the unknown function {name!r}")

    def _apply(self, called: Value, node: Call, scope: Mapping[str, Value], depth: int) -> Value:
        if not isinstance(called, Closure):
            if len(node.arguments) == 1:
                return called * self._number(node.arguments[0], scope, depth)
            raise TypeError("a number is no function")
        values = [self.value(argument, scope, depth + 1) for argument in node.arguments]
        given = dict(zip(called.function.parameters, values, strict=True))
        return self.value(called.function.body, {**called.scope, **given}, depth + 1)

    def _bound(self, name: str, node: Call, scope: Mapping[str, Value], depth: int) -> complex:
        (body,) = node.arguments
        if name == "diff" and not node.limits:
            at = scope.get(node.bound)
            if isinstance(at, Closure) or at is None:
                raise TypeError(f"{node.bound} has no value")
            return complex(
                self._number(body, {**scope, node.bound: _real(at) + STEP * 1j}, depth).imag / STEP
            )
        if name not in ("sum", "product") or not node.limits:
            raise Unreadable(f"KAlgebra's expression calls {name!r} with a bound variable")
        low, high = (_real(self._number(limit, scope, depth)) for limit in node.limits)
        total, each = (0j, operator.add) if name == "sum" else (1 + 0j, operator.mul)
        while low <= high:
            total = each(total, self._number(body, {**scope, node.bound: complex(low)}, depth))
            low += 1
        return total


def _real(value: complex) -> float:
    if abs(value.imag) > 1e-9 * max(1.0, abs(value.real)):
        raise ValueError("the value is not real")
    return value.real


def _root(value: complex, degree: complex) -> complex:
    """Of a negative number the real root where there is one, as KAlgebra gives it."""
    if value.imag == 0 and value.real < 0 and degree.imag == 0 and degree.real % 2 == 1:
        return complex(-((-value.real) ** (1 / degree.real)))
    return complex(value ** (1 / degree))
