"""Whether points lie on what KAlgebra plots, from the text of the plot."""

import math
from collections.abc import Iterator, Mapping, Sequence

from scalecua.tasks.metrics.unreadable import Unreadable
from scalecua.tasks.scienceboard.metrics.algebra import Call, Cases, Function, Name, Node, Operation, parse
from scalecua.tasks.scienceboard.metrics.calculate import CONSTANTS, Closure, Value, evaluate, number

NEAR = 1e-6
AXES = ("x", "y", "z")
# In polar plots a point is (angle, radius).
POLAR = ("q", "r")


def on(text: str, point: Sequence[float], variables: Mapping[str, str]) -> bool:
    """Whether the plot of `text` goes through the point; where it has no real value there, it does not.

    `x->f` gives y (or z, with two parameters), `y->f` gives x, `q->f` the radius at an angle; an equation
    holds or does not, and one in space that leaves an axis out gives that axis as its sides' difference.
    Unreadable where the text is no plot.
    """
    node = parse(text)
    axes = AXES[: len(point)]
    try:
        left, right = _sides(node, dict(zip(axes, map(complex, point), strict=True)), variables)
    except Unreadable:
        return False
    gap = abs(left - right)
    return math.isfinite(gap) and gap <= NEAR * max(1.0, abs(left), abs(right))


def _sides(node: Node, place: dict[str, complex], variables: Mapping[str, str]) -> tuple[complex, complex]:
    """The two numbers that are equal where the plot goes through a place."""
    names = set(_free(node)) - set(variables) - set(CONSTANTS)
    parameters = _parameters(node, variables)
    if len(place) == 2 and (parameters == POLAR[:1] or names & set(POLAR)):
        place = dict(zip(POLAR, place.values(), strict=True))
    # The letter of an axis may also be a variable of KAlgebra's.
    scope: dict[str, Value] = {name: place[name] for name in place if name in names | set(parameters)}
    if isinstance(node, Operation) and node.sign == "=":
        left, right = number(node.left, scope, variables), number(node.right, scope, variables)
        missing = [axis for axis in place if axis not in names]
        return (left - right, place[missing[0]]) if len(place) == 3 and len(missing) == 1 else (left, right)
    if parameters:
        node = Call(node, tuple(map(Name, parameters)))
    else:
        parameters = tuple(name for name in place if name in names) or tuple(place)[:-1]
    rest = [name for name in place if name not in parameters]
    if len(rest) != 1 or not set(parameters) <= set(place):
        raise Unreadable(f"a plot over {', '.join(parameters)}")
    return number(node, scope, variables), place[rest[0]]


def _parameters(node: Node, variables: Mapping[str, str]) -> tuple[str, ...]:
    """The parameters of the function that a node is, or gives; none if it gives a number."""
    if isinstance(node, Function):
        return node.parameters
    if not isinstance(node, Call | Name):
        return ()
    try:
        value = evaluate(node, {}, variables)
    except Unreadable:
        return ()
    return value.function.parameters if isinstance(value, Closure) else ()


def _free(node: Node | None, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    match node:
        case Name(name) if name not in bound:
            yield name
        case Operation(_, left, right):
            yield from _free(left, bound)
            yield from _free(right, bound)
        case Function(parameters, body):
            yield from _free(body, bound | set(parameters))
        case Call(function, arguments, variable, limits):
            inner = bound | {variable} if limits else bound
            if not isinstance(function, Name):
                yield from _free(function, bound)
            for part in arguments:
                yield from _free(part, inner)
            for part in limits:
                yield from _free(part, bound)
        case Cases(branches):
            for condition, value in branches:
                yield from _free(condition, bound)
                yield from _free(value, bound)
