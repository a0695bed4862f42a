"""The lambda expressions of task files, in a language of their own: read, checked and interpreted.

Nothing is handed to Python's own `eval`. The language has what ScienceBoard's files use: one lambda,
constants, comparisons, arithmetic on numbers, joining of texts and of lists, indices and slices, lists,
tuples, one-level comprehensions, `:=`, the functions and methods of `FUNCTIONS` and `METHODS`, `math.sqrt`
and today's date. Everything else is an ExpressionError that quotes the expression, before it is computed.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

LENGTH, DEPTH, NODES, BITS = 4000, 40, 600, 256
FUNCTIONS = ("abs", "all", "any", "range")
METHODS = ("endswith", "startswith", "split", "join", "strip")
# The only uses of modules, as they are written in task files.
MATH = ast.dump(ast.parse("__import__('math')", mode="eval").body)
TODAY = ast.dump(ast.parse("__import__('datetime').datetime.today()", mode="eval").body)
SHAPES: tuple[type[ast.AST], ...] = (
    *(ast.Constant, ast.Name, ast.Load, ast.Store, ast.Subscript, ast.Slice, ast.List, ast.Tuple),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Mod, ast.Pow),
    *(ast.UnaryOp, ast.USub, ast.Not, ast.BoolOp, ast.And, ast.Or),
    *(ast.ListComp, ast.comprehension, ast.NamedExpr, ast.Call, ast.Attribute),
)


class ExpressionError(ValueError):
    """An expression that is not of the language, or asks for more work than it may have."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A checked lambda: its text, its parameters and its body."""

    text: str
    parameters: tuple[str, ...]
    body: ast.expr


def is_lambda(text: object) -> bool:
    """Whether a value of a task file is an expression, not plain text."""
    return isinstance(text, str) and text.lstrip().startswith("lambda")


@lru_cache(256)
def parse(text: str, parameters: int) -> Expression:
    """The lambda with that many parameters that `text` is; ExpressionError where it is none."""
    if len(text) > LENGTH:
        raise ExpressionError(f"expression {text[:80]!r}... is longer than {LENGTH} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"expression {text!r:.300} cannot be read: {error}") from error
    if not isinstance(tree, ast.Lambda):
        raise ExpressionError(f"expression {text!r:.300} is no lambda")
    names = tuple(one.arg for one in tree.args.args)
    if len(names) != parameters or not _plain(tree.args) or any(map(_reserved, names)):
        raise ExpressionError(f"expression {text!r:.300} must be a lambda of {parameters} plain parameters")
    _Checker(text).check(tree.body, 0)
    return Expression(text, names, tree.body)


def _plain(arguments: ast.arguments) -> bool:
    others: Sequence[object] = (*arguments.posonlyargs, *arguments.kwonlyargs, *arguments.defaults)
    return not others and arguments.vararg is None and arguments.kwarg is None


def _reserved(name: str) -> bool:
    return name.startswith("__") or name in FUNCTIONS


class _Checker:
    """Walks the tree once; every rule that does not depend on values is here."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._nodes = 0

    def check(self, node: ast.AST, depth: int) -> None:
        self._nodes += 1
        if depth > DEPTH or self._nodes > NODES:
            raise self._error("it is too large", node)
        if not isinstance(node, SHAPES):
            raise self._error(f"{type(node).__name__} is not allowed", node)
        match node:
            case ast.Constant():
                self._constant(node)
            case ast.Name(id=name) if _reserved(name):
                raise self._error(f"the name {name!r} is not allowed", node)
            case ast.Attribute(attr=name):
                raise self._error(f"the attribute {name!r} may only be called", node)
            case ast.ListComp():
                self._comprehension(node)
        for child in self._call(node) if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
            self.check(child, depth + 1)

    def _comprehension(self, node: ast.ListComp) -> None:
        first, *others = node.generators
        if others or first.is_async or not isinstance(first.target, ast.Name):
            raise self._error("a comprehension may have one `for`, of one name", node)
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
            raise self._error("a comprehension names nothing", node)

    def _constant(self, node: ast.Constant) -> None:
        value = node.value
        if value is not None and not isinstance(value, bool | int | float | str):
            raise self._error(f"the constant {value!r:.60} is not allowed", node)
        if isinstance(value, int) and value.bit_length() > BITS:
            raise self._error("the number is too large", node)

    def _call(self, node: ast.Call) -> list[ast.expr]:
        """What remains to be checked of a call, once what it calls is known to be allowed."""
        if node.keywords:
            raise self._error("arguments have no names here", node)
        match node.func:
            case ast.Name(id=name) if name in FUNCTIONS:
                return node.args
            case ast.Attribute(value=of, attr="sqrt") if ast.dump(of) == MATH:
                return node.args
            case ast.Attribute(value=of, attr="strftime") if ast.dump(of) == TODAY:
                return node.args
            case ast.Attribute(value=of, attr=name) if name in METHODS:
                return [of, *node.args]
        called = getattr(node.func, "attr", getattr(node.func, "id", "this"))
        choices = ", ".join((*FUNCTIONS, *METHODS, "math's sqrt, strftime of today's date"))
        raise self._error(f"{called!r} may not be called; choices: {choices}", node)

    def _error(self, why: str, node: ast.AST) -> ExpressionError:
        part = ast.get_source_segment(self._text.strip(), node) if isinstance(node, ast.expr) else None
        at = f" at {part!r:.80}" if part else ""
        return ExpressionError(f"expression {self._text!r:.300}: {why}{at}")
