"""`check_config_status`: a setting in one of GIMP's own files (gimprc, sessionrc)."""

import re
from typing import Any

from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable

# A comment, a bracket, a string with its quotation marks, or a word.
TOKEN = re.compile(r'#[^\n]*|[()]|"(?:[^"\\]|\\.)*"|[^\s()"#]+|"', re.DOTALL)
KEYS = {"key", "type", "type:", "value"}
DEPTH_LIMIT = 100

Form = list["str | Form"]


def check_config_status(result: Any, rules: dict[str, Any]) -> float:
    """1 where the setting `rules["key"]` has the value `rules["value"]`, written as in the file.

    A text has its quotation marks. The key is a name, or a list of names that lead into nested settings or
    begin one of several values. A setting that occurs twice has the later value, as in GIMP.
    OSWorld's files spell the key `type` with a colon; either way it is "key-value", and it may be left out.
    """
    if rules.keys() - KEYS:
        raise ValueError(f"rules are {rules!r}; choices: {', '.join(sorted(KEYS))}")
    for kind in (rules[name] for name in ("type", "type:") if name in rules):
        if kind != "key-value":
            raise ValueError(f"type is {kind!r}; choices: key-value")
    names = [rules["key"]] if isinstance(rules["key"], str) else list(rules["key"])
    if not names or not isinstance(rules["value"], str):
        raise ValueError(f"rules are {rules!r}; key has a name at least, and value is text")
    values = _values(_parsed(found(result)), names)
    return float(bool(values) and values[-1] == " ".join(rules["value"].split()))


def _values(forms: Form, names: list[str]) -> list[str]:
    """What follows these names, for every setting that begins with the first of them."""
    values = []
    for form in forms:
        if not isinstance(form, list) or not form or form[0] != names[0]:
            continue
        rest, path = form[1:], names[1:]
        if path and any(isinstance(part, list) for part in rest):
            values += _values(rest, path)
        elif rest[: len(path)] == path:
            values.append(_written(rest[len(path) :]))
    return values


def _written(form: Form) -> str:
    return " ".join(part if isinstance(part, str) else f"({_written(part)})" for part in form)


def _parsed(text: str) -> Form:
    """The settings, each a list of words and nested lists; Unreadable if the brackets do not match."""
    stack: list[Form] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            if not stack:
                raise Unreadable("the result is not a file of GIMP's: a bracket closes that was not open")
            stack[-1].append(done)
        elif not token.startswith("#"):
            stack[-1].append(token)
        if len(stack) > DEPTH_LIMIT:
            raise Unreadable(f"the result is not a file of GIMP's: brackets within {DEPTH_LIMIT} brackets")
    if len(stack) != 1:
        raise Unreadable("the result is not a file of GIMP's: a bracket is not closed")
    return stack[0]
