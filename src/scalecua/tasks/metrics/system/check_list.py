"""`check_list`: patterns that lines of a text must, and must not, hold."""

import io
import re
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found, strings


def check_list(result: Any, rules: dict[str, Any]) -> float:
    """1 where each pattern of `rules["expect"]` is found in some line and none of `rules["unexpect"]` in any.

    A pattern may be found anywhere in a line, and several in one line; give one of the two lists at least.
    """
    known(rules, (), ("expect", "unexpect"))
    expect, unexpect = (
        [re.compile(pattern) for pattern in strings(rules, key)] if key in rules else []
        for key in ("expect", "unexpect")
    )
    if not expect and not unexpect:
        raise ValueError(f"rules are {rules!r}; give expect or unexpect")
    lines = [line.removesuffix("\n") for line in io.StringIO(found(result), newline=None)]

    def somewhere(pattern: re.Pattern[str]) -> bool:
        return any(pattern.search(line) for line in lines)

    return float(all(map(somewhere, expect)) and not any(map(somewhere, unexpect)))
