"""KAlgebra's language as far as functions, curves and values need it: from text to a tree."""

import re
from dataclasses import dataclass
from typing import NoReturn

from scalecua.tasks.metrics.unreadable import Unreadable

LENGTH, DEPTH = 2000, 50
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.(?!\.)\d*)?(?:[eE][+-]?\d+)?|\.\d+)|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign>->|\*\*|\.\.|<=|>=|!=|:=|[-+*/^=<>(){}\[\],:?]))"
)
COMPARISONS = ("=", "!=", "<=", ">=", "<", ">")


@dataclass(frozen=True, slots=True)
class Number:
    """A literal."""

    value: float


@dataclass(frozen=True, slots=True)
class Name:
    """A variable or constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One of `+ - * / ^` or a comparison, on two sides."""

    sign: str
    left: "Node"
    right: "Node"


@dataclass(frozen=True, slots=True)
class Function:
    """`x->body`, `(x, y)->body`."""

    parameters: tuple[str, ...]
    body: "Node"


@dataclass(frozen=True, slots=True)
class Call:
    """`f(a, b)`; `bound` is the variable of `sum(f : x=1..9)` and its limits, or of `diff(f:x)`, without."""

    function: "Node"
    arguments: tuple["Node", ...]
    bound: str = ""
    limits: tuple["Node", ...] = ()


@dataclass(frozen=True, slots=True)
class Cases:
    """`piecewise {condition ? value, ? value}`; the condition of the last is None."""

    branches: tuple[tuple["Node | None", "Node"], ...]


Node = Number | Name | Operation | Function | Call | Cases


def parse(text: str) -> Node:
    """The tree of an expression; Unreadable if it is none of the language."""
    return _Parser(text).all()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str]] = []
        self._at = self._depth = 0
        if len(text) > LENGTH:
            self._fail("it is too long")
        at, text = 0, text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                self._fail(f"unknown {text[at]!r}")
            self._tokens.append((found.lastgroup or "", found[found.lastgroup or 0]))
            at = found.end()

    def _fail(self, why: str) -> NoReturn:
        raise Unreadable(f"KAlgebra's expression {self._text!r:.200}: {why}")

    def _next(self, ahead: int = 0) -> tuple[str, str]:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ("", "")

    def _take(self, *signs: str) -> str:
        """The next token if it is one of these signs, else nothing."""
        kind, text = self._next()
        if kind != "sign" or text not in signs:
            return ""
        self._at += 1
        return text

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            self._fail(f"{sign!r} is missing before {self._next()[1]!r}")

    def _name(self) -> str:
        kind, text = self._next()
        if kind != "name":
            self._fail(f"a name is missing before {text!r}")
        self._at += 1
        return text

    def all(self) -> Node:
        node = self._expression()
        if self._at != len(self._tokens):
            self._fail(f"{self._next()[1]!r} is too much")
        return node

    def _expression(self) -> Node:
        self._depth += 1
        if self._depth > DEPTH:
            self._fail("it is too deep")
        parameters = self._parameters()
        node = Function(parameters, self._expression()) if parameters else self._comparison()
        self._depth -= 1
        return node

    def _parameters(self) -> tuple[str, ...]:
        """`x ->` or `(x, y) ->`, if that comes next."""
        start, names = self._at, []
        if self._take("("):
            while self._next()[0] == "name":
                names.append(self._name())
                if not self._take(","):
                    break
            closed = bool(self._take(")"))
        else:
            closed = self._next()[0] == "name"
            names = [self._name()] if closed else []
        if closed and self._take("->"):
            return tuple(names)
        self._at = start
        return ()

    def _comparison(self) -> Node:
        left = self._sum()
        sign = self._take(*COMPARISONS)
        return Operation(sign, left, self._sum()) if sign else left

    def _sum(self) -> Node:
        node = self._product()
        while sign := self._take("+", "-"):
            node = Operation(sign, node, self._product())
        return node

    def _product(self) -> Node:
        node = self._signed()
        while True:
            if sign := self._take("*", "/"):
                node = Operation(sign, node, self._signed())
            elif self._next()[0] in ("name", "number") or self._next() == ("sign", "("):
                node = Operation("*", node, self._power())
            else:
                return node

    def _signed(self) -> Node:
        negative = False
        while sign := self._take("-", "+"):
            negative ^= sign == "-"
        node = self._power()
        return Operation("-", Number(0), node) if negative else node

    def _power(self) -> Node:
        base = self._postfix()
        if not self._take("^", "**"):
            return base
        self._depth += 1
        if self._depth > DEPTH:
            self._fail("it is too deep")
        power = Operation("^", base, self._signed())
        self._depth -= 1
        return power

    def _postfix(self) -> Node:
        node = self._atom()
        while not isinstance(node, Number) and self._take("("):
            node = self._call(node)
        return node

    def _call(self, function: Node) -> Call:
        arguments = [self._expression()]
        while self._take(","):
            arguments.append(self._expression())
        bound = ""
        limits: tuple[Node, ...] = ()
        if self._take(":"):
            bound = self._name()
            if self._take("="):
                low = self._sum()
                self._need("..")
                limits = (low, self._sum())
        self._need(")")
        return Call(function, tuple(arguments), bound, limits)

    def _atom(self) -> Node:
        kind, text = self._next()
        self._at += 1
        if kind == "number":
            return Number(float(text))
        if kind == "name":
            return self._cases() if text == "piecewise" else Name(text)
        if (kind, text) != ("sign", "("):
            self._fail(f"{text!r} is in the wrong place" if text else "it is not complete")
        node = self._expression()
        self._need(")")
        return node

    def _cases(self) -> Cases:
        self._need("{")
        branches: list[tuple[Node | None, Node]] = []
        while not self._take("}"):
            condition = None if self._next() == ("sign", "?") else self._comparison()
            self._need("?")
            branches.append((condition, self._expression()))
            self._take(",")
        return Cases(tuple(branches))
