"""`check_direct_json_object`: an object has the expected values at the expected keys."""

import ast
import json
from pathlib import Path
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found
from scalecua.tasks.metrics.unreadable import Unreadable, agents

FLAGS = ("expect_in_result", "ignore_list_order", "result_not_list")
# How a task came by what it expects.
NOTES = ("relativeTime", "timezone")


def check_direct_json_object(result: Any, rules: dict[str, Any]) -> float:
    """1 where every key of `rules["expected"]` is in the result with an equal value; other keys may be too.

    The result is an object, or the text of one as JSON or as Python prints it. Equal is JSON's idea of it, in
    which neither 1 nor "true" is true; lists are equal in order, or in any order with `ignore_list_order`.
    With `expect_in_result` a list gives choices, of which the result's value must be one (a list must hold
    one), and a text must be part of the result's; anything else must be equal. `result_not_list` refuses
    values that are lists.
    """
    known(rules, ("expected",), (*FLAGS, *NOTES))
    inside, any_order, no_list = (_flag(rules, name) for name in FLAGS)
    expected = rules["expected"]
    if not isinstance(expected, dict) or not expected:
        raise ValueError(f"expected is {expected!r}, not an object with keys")
    document = _document(result)

    def holds(value: Any, wanted: Any) -> bool:
        if no_list and isinstance(value, list):
            return False
        return _inside(value, wanted) if inside else _equal(value, wanted, any_order)

    return float(all(key in document and holds(document[key], wanted) for key, wanted in expected.items()))


def _flag(rules: dict[str, Any], name: str) -> bool:
    value = rules.get(name, False)
    if not isinstance(value, bool):
        raise ValueError(f"{name} is {value!r}; choices: true, false")
    return value


def _document(result: Any) -> dict[str, Any]:
    if isinstance(result, Path | str):
        text = found(result).strip()
        with agents("an object"):
            try:
                result = json.loads(text)
            except ValueError:
                result = ast.literal_eval(text)
    if not isinstance(result, dict):
        raise Unreadable(f"the result is {type(result).__name__}, not an object")
    return result


def _inside(value: Any, wanted: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    if isinstance(wanted, list):
        return any(_equal(one, choice, False) for one in values for choice in wanted)
    if isinstance(wanted, str) and isinstance(value, str):
        return wanted in value
    return any(_equal(one, wanted, False) for one in values)


def _equal(value: Any, wanted: Any, any_order: bool) -> bool:
    if isinstance(value, dict) and isinstance(wanted, dict):
        same = value.keys() == wanted.keys()
        return same and all(_equal(value[key], wanted[key], any_order) for key in wanted)
    if isinstance(value, list) and isinstance(wanted, list):
        if len(value) != len(wanted):
            return False
        if not any_order:
            return all(_equal(*pair, any_order) for pair in zip(value, wanted, strict=True))
        return _same_members(list(value), wanted)
    return isinstance(value, bool) == isinstance(wanted, bool) and bool(value == wanted)


def _same_members(values: list[Any], wanted: list[Any]) -> bool:
    for member in wanted:
        at = next((at for at, value in enumerate(values) if _equal(value, member, True)), None)
        if at is None:
            return False
        del values[at]
    return not values
