"""`check_line_number`: how many lines of a text bear a time of day."""

import re
from typing import Any

from scalecua.tasks.metrics.rules import known
from scalecua.tasks.metrics.text import found

CLOCK = re.compile(r"(?<![\d:])(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?![\d:])")


def check_line_number(result: Any, rules: dict[str, Any]) -> float:
    """1 where exactly `rules["expected"]` lines, a number or its digits, hold a time as in 23:59:59."""
    wanted = int(known(rules, ("expected",))["expected"])
    lines = sum(CLOCK.search(line) is not None for line in found(result).splitlines())
    return float(lines == wanted)
